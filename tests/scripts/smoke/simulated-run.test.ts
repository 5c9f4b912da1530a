import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Exchange } from '../../../scripts/smoke/evidence.ts';
import { LENIENT, type SimulatedRun, smokeAgainstSimulators, STRICT } from './simulated-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'smoke-test-'));
let strict: SimulatedRun;
let lenient: SimulatedRun;

beforeAll(async () => {
  strict = await smokeAgainstSimulators(STRICT, join(folder, 'strict'));
  lenient = await smokeAgainstSimulators(LENIENT, join(folder, 'lenient'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The open questions of a run that have a verdict. */
const questions = ({ findings }: SimulatedRun, of: string): string[] =>
  findings.filter(({ isQuestion, verdict }) => isQuestion && verdict === of).map(({ expects }) => expects);

describe('the smoke test against the simulators', () => {
  it('confirms everything that is not an open question, in all sixteen steps', () => {
    for (const { findings, refused } of [strict, lenient]) {
      expect(refused).toBeNull();
      expect(findings.filter(({ isQuestion, verdict }) => !isQuestion && verdict !== 'holds')).toEqual([]);
      const steps = new Set(findings.map(({ step }) => Number.parseInt(step, 10)));
      expect([...steps]).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    }
  });

  it('gives opposite verdicts under the strict and the lenient reading', () => {
    expect(questions(strict, 'holds')).toEqual([]);
    const opposite = questions(strict, 'does not hold');
    expect(opposite).toHaveLength(3);
    expect(questions(lenient, 'holds')).toEqual(opposite);
  });

  it('writes every call with status, headers and body into the report', () => {
    const report = JSON.parse(readFileSync(strict.file, 'utf8'));
    expect(report.exchanges).toHaveLength(strict.exchanges.length);
    const refused = report.exchanges.filter(
      ({ expects, answer }: Exchange) =>
        expects.startsWith('At most 60 calls') && typeof answer !== 'string' && answer.status === 429,
    );
    expect(refused).toEqual([
      expect.objectContaining({
        answer: expect.objectContaining({
          headers: expect.objectContaining({ 'x-rate-limit-problem': 'minute' }),
        }),
      }),
    ]);
  });

  it('has no token, code, key, secret or Authorization value in the report', () => {
    for (const { file } of [strict, lenient]) {
      const text = readFileSync(file, 'utf8');
      expect(text).not.toMatch(/eyJ[\w-]+\./);
      expect(text).not.toMatch(/sk_test_|whsec_|simulated-xero-client-secret/);
      expect(text).not.toMatch(/(?:Bearer|Basic) (?!\[redacted)/);
      expect(text).not.toMatch(/[?&"](?:code|refresh_token|state)=(?!\[redacted)/);
      expect(text).not.toMatch(/authorization"?: (?!"?\[redacted)/i);
      expect(text).not.toMatch(/"(?:access|refresh|id)_token": (?!"\[redacted)/);
    }
  });

  it('leaves nothing behind in the Demo Company or in Stripe', () => {
    const { findings, exchanges } = strict;
    const removal = 'Documents, contacts, accounts and the connection are removed.';
    expect(findings.find(({ expects }) => expects === removal)?.seen).toBe('all removed');
    const undone = exchanges.filter(({ expects }) => expects === removal);
    expect(undone.filter(({ request }) => request.url.includes('/BankTransactions')).length).toBeGreaterThan(
      5,
    );
  });

  it('finds a change of plan that ends a trial although the portal says otherwise', async () => {
    const readings = { ...STRICT, endsTrials: true };
    const run = await smokeAgainstSimulators(readings, join(folder, 'trial'), { withXero: false });
    const expects = 'The portal changes the plan in a trial, which goes on without a charge.';
    expect(run.findings.filter(({ isQuestion, verdict }) => !isQuestion && verdict !== 'holds')).toEqual([
      expect.objectContaining({
        expects,
        verdict: 'does not hold',
        seen: expect.stringContaining('"charged":1'),
      }),
    ]);
  });

  it('removes what it created when it is interrupted', async () => {
    const interruption = new AbortController();
    const run = await smokeAgainstSimulators(STRICT, join(folder, 'interrupted'), {
      signal: interruption.signal,
      onFinding: ({ expects }) => {
        if (expects.includes('seven lines')) interruption.abort();
      },
    });
    expect(run.refused).toBe('The run was interrupted.');
    const removals = run.exchanges.filter(({ step }) => step === 'Cleanup');
    const statuses = removals.map(({ answer }) => typeof answer !== 'string' && answer.status);
    expect(statuses.filter((status) => status !== 200 && status !== 204)).toEqual([]);
    expect(removals.filter(({ request }) => request.url.endsWith('/BankTransactions'))).toHaveLength(2);
    expect(run.findings.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });

  it('refuses an organisation that is no Demo Company before it writes anything', async () => {
    const run = await smokeAgainstSimulators(STRICT, join(folder, 'real'), { isDemoCompany: false });
    expect(run.refused).toContain('is not a Demo Company, so nothing was written');
    const writes = run.exchanges.filter(
      ({ request }) => request.url.includes('/api.xro/') && request.method !== 'GET',
    );
    expect(writes).toEqual([]);
    expect(run.exchanges.at(-1)).toMatchObject({
      request: { method: 'DELETE', url: expect.stringContaining('/connections/') },
      answer: { status: 204 },
    });
  });
});
