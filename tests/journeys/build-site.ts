/** Builds the site once, before the workers start. */
import { buildWeb, type WebBuild } from '../../scripts/build-web.ts';

// Playwright calls the default export of a setup, with its configuration.
export default (): Promise<WebBuild> => buildWeb();
