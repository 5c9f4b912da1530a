/** Posting reads lock dates, accounts and tax rates from Xero itself, never what pages share for a minute. */
import { describe, expect, it } from 'vitest';
import { cacheRead } from '../../functions/xero/read-cache.ts';
import type { XeroTenantId } from '../../functions/services/xero/port.ts';
import { record, reverse } from '../support/events.ts';
import { asOwner, inXero, journalsInXero, postJournalAt, syncNumbers } from '../support/syncing.ts';
import { type Prepared, prepareSchedule } from '../support/xero.ts';

const WRONG = { chart: [], 'tax-rates': [], 'lock-date': '2099-12-31' } as const;

/** Keeps reads with which nothing could be posted. */
async function keepWrongReads({ app }: Prepared): Promise<void> {
  const authorisation = app.stored().find(({ pk }) => pk.startsWith('XA#'));
  const owner = {
    tenantId: app.books().tenantId as XeroTenantId,
    authorisationId: String(authorisation?.['authorisationId']),
  };
  for (const kind of ['chart', 'tax-rates', 'lock-date'] as const) {
    await cacheRead(app.table, owner, kind, {
      json: JSON.stringify(WRONG[kind]),
      now: app.clock.now(),
    });
  }
}

const EXTRA = { kind: 'extra-repayment', date: '2025-05-20', amount: 500, keep: 'payment' } as const;
const postAccrual = (prepared: Prepared) =>
  prepared.app.call('POST /v1/entities/{entityId}/reports/journal', {
    ...asOwner(prepared),
    body: { date: '2025-05-31', kinds: ['accrued-interest'] },
  });
const dates = (documents: readonly { readonly DateString: string }[]) =>
  documents.map(({ DateString }) => DateString.slice(0, 10)).toSorted();

describe('kept reads', () => {
  it('answer pages, so that these tests could fail', async () => {
    const prepared = await prepareSchedule();
    await keepWrongReads(prepared);
    const { body } = await prepared.app.call('GET /v1/entities/{entityId}/LockDate', asOwner(prepared));
    expect(body).toEqual({ hasLockDate: true, lockDate: '2099-12-31' });
  });

  it.each<[string, (prepared: Prepared) => Promise<{ readonly status: number }>, readonly string[]]>([
    ['payments', (prepared) => syncNumbers(prepared, [1, 2]), ['2025-02-15', '2025-03-15']],
    ['an event', (prepared) => record(prepared, EXTRA), ['2025-05-20']],
    ['the opening balances', (prepared) => postJournalAt(prepared, '2025-03-01'), ['2025-03-01']],
    ['adjusting journals', postAccrual, ['2025-05-31', '2025-06-01']],
  ])('have no influence on %s', async (_what, post, expected) => {
    const prepared = await prepareSchedule();
    await keepWrongReads(prepared);
    expect((await post(prepared)).status).toBeLessThan(300);
    expect(dates([...inXero(prepared), ...journalsInXero(prepared)])).toEqual(expected);
  });

  it('have no influence on a reversal', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    await keepWrongReads(prepared);
    expect((await reverse(prepared, 1, 'mirror', '2025-04-01')).status).toBe(200);
    expect(dates(inXero(prepared))).toEqual(['2025-02-15', '2025-04-01']);
  });
});
