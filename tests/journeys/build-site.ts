/** Builds the site once, before the workers start. */
import { buildWeb, type WebBuild } from '../../scripts/build/web.ts';

// Playwright calls the default export of a setup with its own configuration, which is no build mode.
export default (): Promise<WebBuild> => buildWeb();
