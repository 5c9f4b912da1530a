/**
 * `npm run rollback -- --stage prod --to deployed/prod/…`: deploys an earlier commit at once, from a separate checkout.
 * Without `--only` the data stack is not changed: newer data and the table in use remain, and older code must be able to
 * read them.
 */
import { parseArgs } from 'node:util';
import { stageOf } from '../infra/stages.ts';
import { runCommand } from './deploy/commands.ts';
import { rollBack } from './deploy/roll-back.ts';

const { values } = parseArgs({
  options: { stage: { type: 'string' }, to: { type: 'string' }, only: { type: 'string' } },
});
const { to, only } = values;
if (to === undefined) throw new Error('Say where to go back to: --to <tag or commit>.');
rollBack(stageOf(values.stage), { to, only: only?.split(',') }, runCommand);
