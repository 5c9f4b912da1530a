/** Builds the site once, before the workers whose products all serve it. */
import { buildWeb } from '../../scripts/build-web.ts';

// Playwright calls what a setup exports as its default.
export default buildWeb;
