/** Builds the site once, before the workers start. */
export { buildSite as default } from '../../scripts/build/site.ts';
