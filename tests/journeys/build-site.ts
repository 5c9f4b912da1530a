/** Builds the site once, before the workers start. */
import { buildWeb } from '../../scripts/build-web.ts';

/** Playwright calls the default export with its own configuration. */
export default async function buildSite(): Promise<void> {
  await buildWeb();
}
