/**
 * `npm run restore -- --stage prod --at 2026-11-20T03:00:00Z --to paydown-prod-table-2`: restores the table as of that
 * time under a new name. The table in use is not changed. Prints how to switch to the new one.
 */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { nameOf, stageOf } from '../infra/stages.ts';
import { restoreTable } from './deploy/restore-table.ts';

const { values } = parseArgs({
  options: { stage: { type: 'string' }, at: { type: 'string' }, to: { type: 'string' } },
});
const stage = stageOf(values.stage);
const at = new Date(values.at ?? '');
const { to } = values;
if (Number.isNaN(at.getTime())) throw new Error('Say as of when: --at 2026-11-20T03:00:00Z.');
if (to === undefined) throw new Error('Say what the new table is called: --to <name>.');

const from = stage.restoredTable ?? nameOf(stage, 'table');
await restoreTable(new DynamoDBClient({ region: stage.region }), { from, to, at, durable: stage.durable });
console.log(`${to} is ${from} as of ${at.toISOString()}.`);
console.log(
  `To use it: restoredTable: '${to}' in infra/stages.ts, then npm run deploy -- --stage ${stage.name}`,
);
