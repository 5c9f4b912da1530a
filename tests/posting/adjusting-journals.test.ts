import { beforeEach, describe, expect, it } from 'vitest';
import type { RouteKey } from '../../functions/api/route.ts';
import type { Input } from '../../functions/client/route-client.ts';
import { auditDetails, readEvents, record, syncEvent } from '../support/events.ts';
import { jobsOf } from '../support/jobs.ts';
import { later } from '../support/restoring.ts';
import {
  archive,
  asOwner,
  BANK_TRANSACTIONS,
  disturb,
  journalsInXero,
  MANUAL_JOURNALS,
  mend,
  MINUTE,
  paymentsOf,
  postJournalAt,
  schedulePath,
  syncNumbers,
} from '../support/syncing.ts';
import {
  BAKERY,
  chosenAccounts,
  DEMO,
  linkTo,
  type Prepared,
  prepareAnother,
  prepareSchedule,
  type XeroBooks,
} from '../support/xero.ts';
import { upTo } from '../support/numbers.ts';

const POST = 'POST /v1/entities/{entityId}/reports/journal';
const PREVIEW = 'POST /v1/entities/{entityId}/reports/journal/preview';
const SETTINGS = `PUT ${schedulePath}/configuration/sync/xero/settings` as const;
type Body = Input<typeof POST>['body'];

/**
 * 10,000 repaid by 104 weekly payments of 105 on Sundays. Of the twelve months after 31 May 2025, 53 are due, where the
 * ledger counts 52 as current.
 */
const WEEKLY = {
  description: 'Two trailers',
  paymentFrequency: 'weekly',
  loanAmount: 10_000,
  startDate: '2025-05-04',
  schedulePaymentPlans: [{ number: 1, qty: 104, amount: 105 }],
} as const;

const DATE = '2025-05-31';
const SPLIT: Body = { date: DATE, kinds: ['current-non-current'] };
const ACCRUAL: Body = { date: DATE, kinds: ['accrued-interest'] };

let weekly: Prepared;

beforeEach(async () => {
  weekly = await prepareSchedule(WEEKLY);
});

const post = (body: Body) => weekly.app.call(POST, { ...asOwner(weekly), body });
const preview = (body: Body) => weekly.app.call(PREVIEW, { ...asOwner(weekly), body });

/** The lines of the journals that stand in Xero, by code of account. */
function standing(): readonly (readonly [date: string, Readonly<Record<string, number>>])[] {
  const codes = new Map(weekly.app.books().accounts.map(({ AccountID, Code }) => [AccountID, Code ?? '']));
  const lines = ({ JournalLines }: XeroBooks['manualJournals'][number]) =>
    Object.fromEntries(JournalLines.map(({ AccountID, LineAmount }) => [codes.get(AccountID), LineAmount]));
  return journalsInXero(weekly)
    .filter(({ Status }) => Status === 'POSTED')
    .map((journal) => [journal.DateString.slice(0, 10), lines(journal)] as const)
    .toSorted(([one], [other]) => one.localeCompare(other));
}

const SPLIT_LINES = { '874.001': -105, '875.001': 8.4, '924.001': 105, '925.001': -8.4 };

const calls = () =>
  weekly.app.requests().filter(({ method, path }) => method === 'PUT' && path.startsWith(MANUAL_JOURNALS));

describe('the adjusting journal of payment 17, due on 15 June 2026', () => {
  let truck: Prepared;

  beforeEach(async () => {
    truck = await prepareSchedule();
    await postJournalAt(truck, '2025-01-15');
    await syncNumbers(truck, upTo(16));
  });

  const linesAt = async (date: string) => {
    const body: Body = { date, kinds: ['current-non-current'] };
    const answer = await truck.app.call(PREVIEW, { ...asOwner(truck), body });
    const [journal] = answer.body.documents;
    return (journal?.lines ?? []).map(({ role, amount }) => [role, amount]);
  };

  const LINES = [
    ['hirePurchaseCurrent', -1_000],
    ['hirePurchaseNonCurrent', 1_000],
    ['unexpiredChargesCurrent', -58.54],
    ['unexpiredChargesNonCurrent', -179.02],
    ['interestExpense', 237.56],
  ];

  it('is refused while the year end is reviewed, and posts once an Admin has reopened it', async () => {
    const { app } = weekly;
    const at = { ...asOwner(weekly), params: { date: DATE } };
    const body = { entityId: weekly.params.entityId };
    const reasons = [{ scheduleId: weekly.params.scheduleId, reason: 'No statement yet' }];
    for (const as of ['prepared', 'reviewed'] as const)
      await app.call('PUT /v1/reports/loans/{date}/signoff', { ...at, body: { ...body, as, reasons } });
    expect((await post(SPLIT)).status).toBe(409);
    expect(calls()).toHaveLength(0);
    await app.call('DELETE /v1/reports/loans/{date}/signoff', { ...at, body });
    expect((await post(SPLIT)).status).toBe(200);
  });

  it('keeps the payment current and expenses its interest when it is paid on 3 July', async () => {
    const [id = ''] = (await paymentsOf(truck)).slice(16).map((payment) => payment.id);
    await truck.app.call('PATCH /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}', {
      as: truck.owner.token,
      params: { ...truck.params, paymentId: id },
      body: { paidOn: '2026-07-03' },
    });
    await syncNumbers(truck, [17]);
    expect(await linesAt('2026-06-30')).toEqual(LINES);
    expect(await linesAt('2026-07-04')).toEqual([]);
  });

  it('is the same while the payment is not synced', async () => {
    expect(await linesAt('2026-06-30')).toEqual(LINES);
    await syncNumbers(truck, [17]);
    expect(await linesAt('2026-06-30')).toEqual([]);
  });

  it('warns of a contract event while it is not in Xero', async () => {
    const warningsAt = async (date: string) => {
      const body: Body = { date, kinds: ['current-non-current'] };
      const answer = await truck.app.call(PREVIEW, { ...asOwner(truck), body });
      return answer.body.warnings;
    };
    disturb(truck, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'drop-before' });
    await record(truck, { kind: 'extra-repayment', date: '2026-05-20', amount: 5000, keep: 'payment' });
    mend(truck);
    const text =
      'Delivery truck: the extra repayment of 20 May 2026 is not in Xero. Post it before you rely on this journal.';
    expect(await warningsAt('2026-05-19')).not.toContain(text);
    expect(await warningsAt('2026-05-31')).toContain(text);
    const [event] = await readEvents(truck);
    truck.app.clock.advance(11 * MINUTE);
    expect((await syncEvent(truck, event?.id ?? '')).status).toBe(200);
    expect((await warningsAt('2026-05-31')).filter((one) => one.includes('not in Xero'))).toEqual([]);
  });
});

describe('the preview of adjusting journals', () => {
  it('shows the journal and its reversal, warns, and writes nothing', async () => {
    const before = weekly.app.stored();
    const { status, body } = await preview(SPLIT);
    expect(status).toBe(200);
    expect(body.documents).toMatchObject([
      {
        kind: 'current-non-current',
        type: 'MANUAL-JOURNAL',
        date: '2025-05-31',
        isReversal: false,
        narration: 'Paydown - Current and non-current at 31 May 2025',
        bankAmount: 0,
        lines: [
          {
            role: 'hirePurchaseCurrent',
            description: 'Current and non-current at 31 May 2025: Two trailers',
            amount: -105,
          },
          { role: 'hirePurchaseNonCurrent', amount: 105 },
          { role: 'unexpiredChargesCurrent', amount: 8.4 },
          { role: 'unexpiredChargesNonCurrent', amount: -8.4 },
        ],
        xeroSynchronized: false,
        xeroUrl: null,
      },
      { date: '2025-06-01', isReversal: true, lines: [{ amount: 105 }, { amount: -105 }, {}, {}] },
    ]);
    expect(body.warnings).toEqual([
      'Two trailers has no opening balances journal in Xero.',
      'Two trailers: 3 payments are not in Xero, since 11 May 2025. Sync before you rely on this journal.',
    ]);
    const { schedulePayments } = (await weekly.app.call(`GET ${schedulePath}`, asOwner(weekly))).body;
    // After the three payments of May the ledger counts up to payment 55 as current; 56 is due on 31 May 2026.
    expect(schedulePayments[55]).toMatchObject({ number: 56, paymentDate: '2026-05-31', interest: 8.4 });
    expect(weekly.app.stored()).toEqual(before);
    expect(calls()).toEqual([]);
  });

  it('says when nothing differs, which loan is archived, and when an entity has no link', async () => {
    const monthly = await prepareSchedule();
    const answer = await monthly.app.call(PREVIEW, { ...asOwner(monthly), body: SPLIT });
    expect(answer.body.documents).toEqual([]);
    expect(answer.body.warnings[0]).toBe('Current and non-current: no adjustment is needed.');
    await archive(monthly);
    const archived = await monthly.app.call(PREVIEW, { ...asOwner(monthly), body: SPLIT });
    expect(archived.body.warnings).toContain('Not included: Delivery truck (archived).');
    await monthly.app.call('DELETE /v1/entities/{entityId}/xero/connection', asOwner(monthly));
    const unlinked = await monthly.app.call(PREVIEW, { ...asOwner(monthly), body: SPLIT });
    expect(unlinked.body).toMatchObject({ documents: [], warnings: ['The entity is not linked to Xero.'] });
  });

  it.each([
    [{ ...SPLIT, reverse: false }, 'reverse'],
    [{ ...SPLIT, date: '2025-02-30' }, 'date'],
    [{ ...SPLIT, kinds: [] }, 'kinds'],
    [{ date: DATE, kinds: ['deferred-tax'] }, 'kinds.0'],
  ])('refuses %j and names the field', async (body, field) => {
    for (const key of [PREVIEW, POST]) {
      const answer = await weekly.app.send(key as RouteKey, { ...asOwner(weekly), body });
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
    }
  });
});

describe('posting adjusting journals', () => {
  it('posts the journal and its reversal, and once only when repeated', async () => {
    const { status, body } = await post(SPLIT);
    expect([status, body.documents.map(({ xeroSynchronized }) => xeroSynchronized)]).toEqual([
      200,
      [true, true],
    ]);
    expect(body.documents[0]?.xeroUrl).toContain('/Journal/View.aspx');
    const reversed = Object.fromEntries(Object.entries(SPLIT_LINES).map(([code, amount]) => [code, -amount]));
    expect(standing()).toEqual([
      ['2025-05-31', SPLIT_LINES],
      ['2025-06-01', reversed],
    ]);
    const again = await post(SPLIT);
    expect(again.body.documents).toEqual(body.documents);
    expect(standing()).toHaveLength(2);
    expect(calls()).toHaveLength(1);
  });

  it('posts several kinds in one call', async () => {
    const { body } = await post({ date: DATE, kinds: ['current-non-current', 'accrued-interest'] });
    expect(body.documents.map(({ kind, date }) => [kind, date])).toEqual([
      ['current-non-current', '2025-05-31'],
      ['current-non-current', '2025-06-01'],
      ['accrued-interest', '2025-05-31'],
      ['accrued-interest', '2025-06-01'],
    ]);
    expect(calls()).toHaveLength(1);
  });

  it('posts of an accrual that is not reversed only the change at the next date', async () => {
    const first = await post({ ...ACCRUAL, date: '2025-04-30', reverse: false });
    expect(first.body.documents).toEqual([]);
    const may = await post({ ...ACCRUAL, reverse: false });
    const [accrued] = may.body.documents;
    const june = await preview({ ...ACCRUAL, date: '2025-06-05', reverse: false });
    const fresh = await prepareSchedule(WEEKLY);
    const whole = await fresh.app.call(PREVIEW, {
      ...asOwner(fresh),
      body: { ...ACCRUAL, date: '2025-06-05', reverse: false },
    });
    const interest = (documents: typeof june.body.documents) =>
      documents[0]?.lines.find(({ role }) => role === 'interestExpense')?.amount ?? 0;
    expect(may.body.documents).toHaveLength(1);
    expect(accrued?.lines.map(({ role }) => role)).toEqual(['interestExpense', 'unexpiredChargesCurrent']);
    const change = interest(whole.body.documents) - interest(may.body.documents);
    expect(interest(june.body.documents)).toBeCloseTo(change, 2);
  });

  it('moves the non-current part of a single account to the accounts that are chosen', async () => {
    const { app } = weekly;
    const accounts = (await app.call(`GET ${schedulePath}`, asOwner(weekly))).body.xeroAccount;
    await app.call(SETTINGS, {
      ...asOwner(weekly),
      body: {
        autoSync: false,
        ...(accounts as Required<typeof accounts> & Record<string, string>),
        hirePurchaseNonCurrentId: accounts.hirePurchaseCurrentId ?? '',
        unexpiredChargesNonCurrentId: accounts.unexpiredChargesCurrentId ?? '',
      } as never,
    });
    const body: Body = { date: DATE, kinds: ['single-account-split'] };
    const shown = await preview(body);
    expect(shown.body.warnings[0]).toBe(
      'Single accounts: choose the accounts of the non-current part before you post.',
    );
    const refused = await post(body);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['nonCurrentAccounts']]);
    const chosen = {
      hirePurchaseId: accounts.hirePurchaseNonCurrentId ?? '',
      unexpiredChargesId: accounts.unexpiredChargesNonCurrentId ?? '',
    };
    const { status } = await post({ ...body, nonCurrentAccounts: chosen });
    expect(status).toBe(200);
    // 101 payments of 105 are left, 53 of them due within twelve months.
    expect(standing()[0]?.[1]).toMatchObject({ '874.001': 48 * 105, '924.001': -48 * 105 });
  });

  it('refuses a date on or before the lock date, and an account that Xero does not have', async () => {
    const { app } = weekly;
    app.control('PATCH', `organisations/${app.books().tenantId}`, { periodLockDate: DATE });
    expect((await post(SPLIT)).status).toBe(409);
    expect(standing()).toEqual([]);
  });

  it('refuses an organisation without a paid plan', async () => {
    await weekly.app.table.write({
      update: { pk: `T#${weekly.owner.tenantId}`, sk: '@' },
      set: { maximum: 0 },
    });
    expect((await post(SPLIT)).status).toBe(409);
  });
});

describe('adjusting journals with the revision of their preview', () => {
  const shown = async (body: Body): Promise<Body> => ({
    ...body,
    revision: (await preview(body)).body.revision,
  });
  const another = () => prepareAnother(weekly, { ...WEEKLY, description: 'Another' });

  it('are refused when they are other journals than those shown', async () => {
    const first = await shown(SPLIT);
    await another();
    expect(await post(first)).toMatchObject({ status: 409, body: { code: 'journal/stale' } });
    expect(calls()).toEqual([]);
    expect((await post(await shown(SPLIT))).status).toBe(200);
    expect(standing()[0]?.[1]).toMatchObject({ '924.001': 210 });
  });

  it('are posted once when they are sent again, also after a call that did not arrive', async () => {
    const body = await shown(SPLIT);
    disturb(weekly, { method: 'PUT', path: MANUAL_JOURNALS, kind: 'drop-before' });
    expect((await post(body)).status).toBeGreaterThanOrEqual(409);
    mend(weekly);
    weekly = await later(weekly, 11);
    const { status, body: posted } = await post(body);
    expect([status, posted.revision]).toEqual([200, body.revision]);
    expect((await post(body)).status).toBe(200);
    expect(standing()).toHaveLength(2);
  });

  it('are refused when a shown one was voided in Xero and another one takes its place', async () => {
    await post(SPLIT);
    await another();
    const body = await shown({ date: DATE, kinds: ['current-non-current', 'accrued-interest'] });
    for (const { ManualJournalID } of journalsInXero(weekly)) {
      weekly.app.control('PATCH', `documents/${ManualJournalID}`, { status: 'VOIDED' });
    }
    expect(await post(body)).toMatchObject({ status: 409, body: { code: 'journal/stale' } });
    expect(standing()).toEqual([]);
  });
});

describe('an adjusting journal whose outcome Xero did not tell', () => {
  it.each(['drop-after', 'drop-before'])('is posted once after a call of kind %s', async (kind) => {
    disturb(weekly, { method: 'PUT', path: MANUAL_JOURNALS, kind });
    expect((await post(SPLIT)).status).toBeGreaterThanOrEqual(409);
    mend(weekly);
    weekly = await later(weekly, 11);
    expect((await post(SPLIT)).status).toBe(200);
    expect(standing()).toHaveLength(2);
    const detail = { date: DATE, kinds: 'current-non-current' };
    expect(await auditDetails(weekly, 'entity/post-adjusting-journals')).toEqual([detail]);
  });

  it('keeps its entity linked and where it is', async () => {
    disturb(weekly, { method: 'PUT', path: MANUAL_JOURNALS, kind: 'drop-before' });
    await post(SPLIT);
    const { app } = weekly;
    const unlinked = await app.call('DELETE /v1/entities/{entityId}/xero/connection', asOwner(weekly));
    const deleted = await app.call('DELETE /v1/entities/{entityId}', asOwner(weekly));
    expect([unlinked.status, deleted.status]).toEqual([409, 409]);
  });

  it('is settled by the job for abandoned postings', async () => {
    disturb(weekly, { method: 'PUT', path: MANUAL_JOURNALS, kind: 'drop-after' });
    await post(SPLIT);
    mend(weekly);
    weekly.app.clock.advance(11 * MINUTE);
    await jobsOf(weekly.app).run('auto-sync');
    const anchor = weekly.app.stored().find(({ pk, sk }) => pk === `E#${weekly.entityId}` && sk === '@');
    expect(anchor?.['openJournals']).toBe(0);
    expect(standing()).toHaveLength(2);
  });
});

describe('an adjusting journal that was voided in Xero', () => {
  const voidJournals = (...dates: string[]) => {
    for (const journal of journalsInXero(weekly)) {
      if (journal.Status === 'POSTED' && dates.includes(journal.DateString.slice(0, 10))) {
        weekly.app.control('PATCH', `documents/${journal.ManualJournalID}`, { status: 'VOIDED' });
      }
    }
  };

  it('is posted anew with its reversal', async () => {
    await post(SPLIT);
    voidJournals('2025-05-31', '2025-06-01');
    const { body } = await post(SPLIT);
    expect(body.documents.map(({ xeroSynchronized }) => xeroSynchronized)).toEqual([true, true]);
    expect(standing()).toHaveLength(2);
    expect(journalsInXero(weekly)).toHaveLength(4);
  });

  it('stays out of reports on the cash basis, with its reversal', async () => {
    await post(SPLIT);
    const shown = journalsInXero(weekly).map(({ ShowOnCashBasisReports }) => ShowOnCashBasisReports);
    expect(shown).toEqual([false, false]);
  });

  it('never gets the reference of a voided one, also after a call that did not arrive', async () => {
    await post(SPLIT);
    voidJournals('2025-05-31', '2025-06-01');
    disturb(weekly, { method: 'PUT', path: MANUAL_JOURNALS, kind: 'drop-before' });
    expect((await post(SPLIT)).status).toBeGreaterThanOrEqual(409);
    mend(weekly);
    weekly.app.clock.advance(11 * MINUTE);
    await jobsOf(weekly.app).run('auto-sync');
    weekly = await later(weekly, 0);
    expect((await post(SPLIT)).status).toBe(200);
    const references = journalsInXero(weekly).map(({ Narration }) => /PD-[^\]]+/.exec(Narration)?.[0]);
    expect(new Set(references).size).toBe(4);
    expect(standing()).toHaveLength(2);
  });

  it('is posted anew as the reversal of the reversal that stands', async () => {
    await post(SPLIT);
    const before = standing();
    voidJournals('2025-05-31');
    await prepareAnother(weekly, { ...WEEKLY, description: 'Another' });
    const { body } = await post(SPLIT);
    expect(body.warnings[0]).toContain('the posted journal no longer fits');
    expect(standing()).toEqual(before);
  });
});

describe('the adjusting journals of an entity that is linked to another organisation of Xero', () => {
  const relink = async (organisation: string) => {
    const { app, owner, entityId } = weekly;
    await app.call('DELETE /v1/entities/{entityId}/xero/connection', asOwner(weekly));
    await linkTo(app, owner, entityId, organisation);
    await app.call(`POST ${schedulePath}/configuration/sync/xero`, asOwner(weekly));
    const body = { autoSync: false, ...(await chosenAccounts(weekly, organisation)) };
    expect((await app.call(SETTINGS, { ...asOwner(weekly), body })).status).toBe(200);
  };

  it('are posted there too, and not again after linking back', async () => {
    await post(SPLIT);
    await relink(BAKERY);
    expect((await post(SPLIT)).body.documents.map(({ xeroSynchronized }) => xeroSynchronized)).toEqual([
      true,
      true,
    ]);
    expect(weekly.app.books(BAKERY).manualJournals).toHaveLength(2);
    await relink(DEMO);
    expect((await post(SPLIT)).status).toBe(200);
    expect(journalsInXero(weekly)).toHaveLength(2);
  });
});
