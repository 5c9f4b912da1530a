/**
 * `npm run bootstrap -- --stage dev`: prepares an account for a stage, in this order: the stack `account` (who may deploy,
 * and the watch over the account), S3's and AWS Backup's settings, CDK's resources in both regions, and the secrets. The
 * operator's secrets are read from standard input, one `name=value` per line, which keeps them out of the shell's history;
 * keys are generated. Existing keys are kept, unless `--renew token-private-key` or `--renew origin-secret` is given.
 * `--secrets` does the last step alone. Each run may be repeated. Exits with 1 while a parameter is missing.
 */
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { BackupClient } from '@aws-sdk/client-backup';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { S3ControlClient } from '@aws-sdk/client-s3-control';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { stageOf } from '../infra/stages.ts';
import { requireAccount } from './deploy/account.ts';
import { bootstrapAccount } from './deploy/bootstrap-account.ts';
import { runCommand } from './deploy/commands.ts';
import { accountParameters, enableHighThroughput } from './deploy/parameter-store.ts';
import { bootstrap, missingParameters, readGiven } from './deploy/parameters.ts';

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    renew: { type: 'string', multiple: true },
    secrets: { type: 'boolean', default: false },
  },
});
const stage = stageOf(values.stage);
const { region } = stage;
await requireAccount(stage, new STSClient({ region }));
if (!values.secrets) {
  // CDK takes seconds to load.
  const { accountTemplate } = await import('../infra/account-templates.ts');
  await bootstrapAccount(stage, {
    template: accountTemplate(stage),
    cloudFormation: new CloudFormationClient({ region }),
    s3Control: new S3ControlClient({ region }),
    backup: new BackupClient({ region }),
    run: runCommand,
    log: console.log,
  });
}
const client = new SSMClient({ region });
const store = accountParameters(client, stage);

if (process.stdin.isTTY) console.log('name=value, a line each; then Ctrl-D:');
const written = await bootstrap(stage, readGiven(await text(process.stdin)), values.renew ?? [], store);
console.log(written.length > 0 ? `Written: ${written.join(', ')}` : 'Nothing was written.');

await enableHighThroughput(client);

const missing = await missingParameters(stage, store);
console.log(missing.length > 0 ? `Still missing: ${missing.join(', ')}` : 'Nothing is missing.');
process.exit(missing.length > 0 ? 1 : 0);
