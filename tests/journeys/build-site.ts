/** Builds the site once, before the workers start. */
import { buildWeb } from '../../scripts/build-web.ts';

// Playwright calls the default export of a setup.
export default buildWeb;
