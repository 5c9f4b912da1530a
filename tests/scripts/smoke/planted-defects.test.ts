/** The smoke test finds the defects that real books have shown, each planted here between the product and Xero. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../../scripts/smoke/cleanup.ts';
import { createEvidence } from '../../../scripts/smoke/evidence.ts';
import { createRedactor } from '../../../scripts/smoke/redaction.ts';
import type { Finding } from '../../../scripts/smoke/steps.ts';
import { limitSteps } from '../../../scripts/smoke/xero/limits.ts';
import type { XeroWorld } from '../../../scripts/smoke/xero/world.ts';
import type { Defect, Passing } from './defects.ts';
import { type Circumstances, smokeAgainstSimulators, STRICT } from './simulated-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'smoke-defects-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the smoke test until it has the finding that begins so, and returns it. */
async function findingOf(start: string, circumstances: Circumstances): Promise<Finding> {
  const enough = new AbortController();
  const { findings } = await smokeAgainstSimulators(STRICT, folder, {
    ...circumstances,
    signal: enough.signal,
    onFinding: ({ expects }) => {
      if (expects.startsWith(start)) enough.abort();
    },
  });
  const found = findings.find(({ expects }) => expects.startsWith(start));
  if (!found) throw new Error(`The run ended before “${start}”.`);
  return found;
}

const MONEY_OUT = 'A year of money out can be read';
const CORRECTION = 'A correction’s journal';
const ROLE = 'A standard user without reports';

type Json = Readonly<Record<string, unknown>>;

const isList = ({ method, url }: Passing, list: string): boolean =>
  method === 'GET' && url.pathname.endsWith(`/${list}`);

const withoutTracking = (document: Json, lines: string): Json => ({
  ...document,
  [lines]: (document[lines] as readonly Json[]).map(({ Tracking: _tracking, ...line }) => line),
});

/** The product's search asks for one type, so transfers, overpayments and prepayments are not seen. */
const oneType: Defect = {
  call: (passing) => {
    const where = passing.url.searchParams.get('where') ?? '';
    if (!isList(passing, 'BankTransactions') || !where.startsWith('Status==')) return {};
    const url = new URL(passing.url);
    url.searchParams.set('where', `Type=="SPEND" AND ${where}`);
    return { url };
  },
};

const noPayments: Defect = {
  answer: (passing, answer) =>
    isList(passing, 'Payments')
      ? { ...answer, body: { Payments: [], pagination: { pageCount: 1 } } }
      : answer,
};

/** An element of a shape that the product does not know. */
const odd: Defect = {
  answer: (passing, answer) => {
    const { BankTransactions: [first, ...rest] = [], ...more } = answer.body as {
      BankTransactions?: readonly Json[];
    };
    const isSearch = passing.url.searchParams.get('where')?.startsWith('Status==') ?? false;
    if (!first || !isSearch) return answer;
    const { Total: _total, ...shape } = first;
    return { ...answer, body: { ...more, BankTransactions: [{ ...shape, LineItems: 'none' }, ...rest] } };
  },
};

const untrackedJournals: Defect = {
  call: ({ method, url, body }) =>
    method === 'PUT' && url.pathname.endsWith('/ManualJournals')
      ? {
          body: {
            ManualJournals: (body as { ManualJournals: readonly Json[] }).ManualJournals.map((one) =>
              'JournalLines' in one ? withoutTracking(one, 'JournalLines') : one,
            ),
          },
        }
      : {},
};

/** After the correction the transaction reads as if its tracking had been erased. */
function changedTransaction(): Defect {
  let isCorrected = false;
  return {
    call: ({ method, url, body }) => {
      isCorrected ||=
        method === 'PUT' &&
        url.pathname.endsWith('/ManualJournals') &&
        JSON.stringify(body).includes('corrects=');
      return {};
    },
    answer: ({ method, url }, answer) => {
      if (!isCorrected || method !== 'GET' || !/\/BankTransactions\/[\w-]+$/.test(url.pathname))
        return answer;
      const { BankTransactions, ...more } = answer.body as { BankTransactions: readonly Json[] };
      const changed = BankTransactions.map((one) => withoutTracking(one, 'LineItems'));
      return { ...answer, body: { ...more, BankTransactions: changed } };
    },
  };
}

/** A role that is too low looks like a lost connection: the organisation does not answer it either. */
function lostByRole(): Defect {
  let isRefused = false;
  return {
    answer: (passing, answer) => {
      isRefused ||= answer.status === 403 && isList(passing, 'ManualJournals');
      return isRefused && isList(passing, 'Organisation') ? { status: 403, body: {} } : answer;
    },
  };
}

describe('the smoke test', () => {
  it.each([
    [
      'a search for one type of transaction',
      MONEY_OUT,
      () => oneType,
      /^(?!.*transfer)(?!.*prepayment).*bill/,
    ],
    [
      'a search that reads no payments of bills',
      MONEY_OUT,
      () => noPayments,
      /^(?!.*bill)(?!.*batch).*transfer/,
    ],
    ['a document that can’t be read', MONEY_OUT, () => odd, /bill.*unreadable \["\S+ .*LineItems/],
    ['a correction without tracking', CORRECTION, () => untrackedJournals, /kept true/],
    ['a correction that changes the transaction', CORRECTION, changedTransaction, /kept false/],
    ['a role that reads as a lost connection', ROLE, lostByRole, /read as forbidden, GET Organisation 403/],
  ])('finds %s', async (_what, start, defect, seen) => {
    const found = await findingOf(start, { defect: defect() });
    expect(found).toMatchObject({ verdict: 'does not hold', seen: expect.stringMatching(seen) });
  });

  it('finds a trial whose end is not announced', async () => {
    const lostEvent = 'customer.subscription.trial_will_end';
    const found = await findingOf('The end of the trial was announced', { withXero: false, lostEvent });
    expect(found.verdict).toBe('does not hold');
  });

  it.each([
    [[403, 404], 'does not hold'],
    [[204, 403], 'does not hold'],
    [[204, 404], 'holds'],
  ])('tells whether the removal of a connection is refused: %j', async (statuses, verdict) => {
    const left = [...statuses];
    const last = limitSteps.at(-1)?.checks.at(-1);
    expect(last?.expects).toContain('the DELETE of a connection answers 204');
    const evidence = {
      ...createEvidence(createRedactor()),
      send: async () => ({ status: left.shift() ?? 0, headers: {}, body: '' }),
    };
    const world = {
      evidence,
      cleanup: createCleanup(),
      found: { connection: { id: 'c', tenantId: 't' }, tokens: { access: 'a', refresh: 'r' } },
      target: { addresses: { api: 'https://api.example.com' } },
      xero: { appToken: async () => 'app' },
    } as unknown as XeroWorld;
    expect((await last?.run(world))?.verdict).toBe(verdict);
  });
});
