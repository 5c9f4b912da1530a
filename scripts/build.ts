/** Builds the functions into `dist/functions` and the site into `dist/web`. */
import { buildFunctions } from './build/functions.ts';
import { buildSite } from './build/site.ts';

const [{ bundles }] = await Promise.all([buildFunctions(), buildSite()]);
const sizes = Object.values(bundles).map(({ bytes }) => bytes);
const kilobytes = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024);
console.log(`${sizes.length} functions, ${kilobytes} KB in total`);
