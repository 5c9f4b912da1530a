/**
 * Builds, then synthesises the stacks' templates. cdk.json runs it by run.mjs, so that `npx cdk` works under any Node. A
 * command on a synthesised assembly builds nothing.
 */
import { buildFunctions } from './build/functions.ts';
import { buildSite } from './build/site.ts';

await Promise.all([buildFunctions(), buildSite()]);
await import('../infra/app.ts');
