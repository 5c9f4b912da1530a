/**
 * `npm run bootstrap -- --stage dev`: stores the secrets of a stage in its account. The operator's secrets are read from
 * standard input, one `name=value` per line, which keeps them out of the shell's history; keys are generated. Existing
 * keys are kept, unless `--renew token-private-key` or `--renew origin-secret` is given.
 */
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { stageOf } from '../infra/stages.ts';
import { requireAccount } from './deploy/account.ts';
import { accountParameters, enableHighThroughput } from './deploy/parameter-store.ts';
import { bootstrap, missingParameters, readGiven } from './deploy/parameters.ts';

const { values } = parseArgs({
  options: { stage: { type: 'string' }, renew: { type: 'string', multiple: true } },
});
const stage = stageOf(values.stage);
await requireAccount(stage, new STSClient({ region: stage.region }));
const client = new SSMClient({ region: stage.region });
const store = accountParameters(client);

if (process.stdin.isTTY) console.log('name=value, a line each; then Ctrl-D:');
const written = await bootstrap(stage, readGiven(await text(process.stdin)), values.renew ?? [], store);
console.log(written.length > 0 ? `Written: ${written.join(', ')}` : 'Nothing was written.');

await enableHighThroughput(client);

const missing = await missingParameters(stage, store);
console.log(missing.length > 0 ? `Still missing: ${missing.join(', ')}` : 'Nothing is missing.');
process.exit(missing.length > 0 ? 1 : 0);
