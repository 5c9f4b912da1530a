/** A stale body that names what its entity does not have: the field is refused, not the revision. */
import { expect, it } from 'vitest';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { CAR, purchaseOf, SAVE_PURCHASE } from '../support/purchases.ts';
import { inRegister, prepareRegister, registerPath } from '../support/registers.ts';
import { asOwner, schedulePath } from '../support/syncing.ts';
import { SAVE } from '../support/tracking.ts';
import { prepareSchedule } from '../support/xero.ts';

const UNKNOWN = '0f7c1c5e-51a8-4b0e-9b0e-2f6f6f0f8a11';
const STALE = { revision: 'stale' };

interface Refused {
  readonly status: number;
  readonly body: unknown;
}

const refusal = ({ status, body }: Refused) => [status, Object.keys(Object(Object(body).errors))];

it('refuses the schedule and the account of a register first', async () => {
  const registered = await prepareRegister();
  const { name, facts, accounts } = registered.register;
  const change = (changes: object) =>
    registered.app.send(`PUT ${registerPath}`, {
      ...inRegister(registered),
      body: { name, facts, accounts, postFrom: null, autoPost: false, ...STALE, ...changes },
    });
  expect(refusal(await change({}))).toEqual([409, []]);
  expect(refusal(await change({ facts: { ...facts, scheduleId: UNKNOWN } }))).toEqual([
    400,
    ['facts.scheduleId'],
  ]);
  expect(refusal(await change({ accounts: { deferred: UNKNOWN } }))).toEqual([404, ['accounts.deferred']]);
  expect(refusal(await change({ accounts: { other: UNKNOWN } }))).toEqual([400, ['accounts.other']]);
});

it('refuses the schedule and the account of a purchase first', async () => {
  const prepared = await prepareSchedule();
  const facts = purchaseOf(prepared, CAR);
  const save = (changes: object) =>
    prepared.app.send(SAVE_PURCHASE, { ...asOwner(prepared), body: { ...facts, ...STALE, ...changes } });
  expect(refusal(await save({}))).toEqual([409, []]);
  const tradeIn = { amount: 10, taxable: true, payout: { amount: 5, scheduleId: UNKNOWN } };
  expect(refusal(await save({ tradeIn }))).toEqual([400, ['tradeIn.payout.scheduleId']]);
  const asset = { ...facts.asset, accountId: UNKNOWN };
  expect(refusal(await save({ asset }))).toEqual([400, ['asset.accountId']]);
});

it('refuses the account of a schedule and the tracking of an entity first', async () => {
  const prepared = await prepareSchedule();
  const save = (xeroAccount: object) =>
    prepared.app.send(`PUT ${schedulePath}`, {
      ...asOwner(prepared),
      body: { ...WORKED_EXAMPLE, ...STALE, xeroAccount },
    });
  expect(refusal(await save({}))).toEqual([409, []]);
  expect(refusal(await save({ bankAccountId: UNKNOWN }))).toEqual([404, ['bankAccountId']]);
  const tracking = [{ categoryId: UNKNOWN, optionId: UNKNOWN }];
  const chosen = await prepared.app.send(SAVE, {
    ...asOwner(prepared),
    body: { tracking, lines: 'all', isRequired: false, ...STALE },
  });
  expect(refusal(chosen)).toEqual([400, ['tracking']]);
});
