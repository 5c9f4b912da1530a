/**
 * `npm run vault -- --stage prod`, with the credentials of the vault's account: creates or changes the vault that keeps
 * the copies of a stage's backups, its key, the role that copies them back, and the bucket of the stage's trail. `--lock`
 * locks the vault once a copy has arrived: after three days no one can delete a copy early, or take the lock back.
 */
import { parseArgs } from 'node:util';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { STSClient } from '@aws-sdk/client-sts';
import { LOCK } from '../infra/names.ts';
import { stageOf, vaultOf } from '../infra/stages.ts';
import { requireAccount } from './deploy/account.ts';
import { deployTemplate } from './deploy/template-stack.ts';

const { values } = parseArgs({
  options: { stage: { type: 'string' }, lock: { type: 'boolean', default: false } },
});
const stage = stageOf(values.stage);
const vault = vaultOf(stage);
if (!vault) throw new Error(`${stage.name} has no vault: enter its distantVault in infra/stages.ts.`);
const { account, region } = vault;
await requireAccount({ name: `the vault of ${stage.name}`, account }, new STSClient({ region }));
// CDK takes seconds to load.
const { vaultTemplate } = await import('../infra/account-templates.ts');
const parameters = values.lock ? { [LOCK]: 'yes' } : {};
const stack = { ...vaultTemplate(stage), parameters };
console.log(
  `The stack ${stack.name} is ${await deployTemplate(new CloudFormationClient({ region }), stack)}.`,
);
