/**
 * `npm run bootstrap -- --stage dev`: puts into the account what a stage needs and no template may hold. What only
 * the operator knows is read from standard input, a line of `name=value` each, so that it is in no history of a shell;
 * keys are made here. What is there already stays, unless `--renew token-private-key` or `--renew origin-secret`.
 */
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { stageOf } from '../infra/stages.ts';
import { accountParameters } from './deploy/parameter-store.ts';
import { bootstrap, missingParameters, readGiven } from './deploy/parameters.ts';

const { values } = parseArgs({
  options: { stage: { type: 'string' }, renew: { type: 'string', multiple: true } },
});
const stage = stageOf(values.stage);
const store = accountParameters(stage.region);

if (process.stdin.isTTY) console.log('name=value, a line each; then Ctrl-D:');
const written = await bootstrap(stage, readGiven(await text(process.stdin)), values.renew ?? [], store);
console.log(written.length > 0 ? `Written: ${written.join(', ')}` : 'Nothing was written.');

const missing = await missingParameters(stage, store);
console.log(missing.length > 0 ? `Still missing: ${missing.join(', ')}` : 'Nothing is missing.');
process.exit(missing.length > 0 ? 1 : 0);
