import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bankDocumentJson, journalJson } from '../../../functions/services/xero/documents.ts';
import type { DocumentLine, DocumentType } from '../../../functions/services/xero/port.ts';
import { chartOfAccountsLink, journalLink, paymentLink } from '../../../functions/services/xero/links.ts';
import { startXeroSimulator, type XeroSimulator } from '../../../scripts/simulators/xero/server.ts';
import {
  access,
  accountId,
  clientAt,
  controlAt,
  demoCompany,
  PORTAL,
  stateOf,
  type SimulatedOrganisation,
  type World,
} from '../../services/xero/worlds.ts';

let dataDir: string;
let simulator: XeroSimulator;
let world: World;
let organisation: SimulatedOrganisation;
let paymentId: string;
let journalId: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'xero-'));
  simulator = await startXeroSimulator({ port: 0, dataDir, portalOrigin: PORTAL, latencyMs: 0 });
  const { origin } = simulator;
  world = {
    xero: clientAt(origin),
    control: (method, path, input) => controlAt(origin, method, path, input),
    close: async () => {},
  };
  organisation = await demoCompany(world);
  const own = await access(world);
  const contact = await world.xero.createContact(own, 'Ute & "Sons"', 'key-1');
  const line = (code: string, description: string, cents: number): DocumentLine => ({
    description,
    accountId: accountId(organisation, code),
    accountCode: code,
    taxType: 'BASEXCLUDED',
    cents,
  });
  const url = `${PORTAL}/entity/e/s`;
  const payment = bankDocumentJson({
    type: 'SPEND',
    reference: 'PD-1',
    date: '2025-02-15',
    contactId: contact.id,
    bankAccountId: accountId(organisation, '090'),
    url,
    lines: [line('900', 'Payment 1 of 60', 123_450)],
  });
  const journal = journalJson({
    narration: 'Opening [PD-1-OB1]',
    date: '2025-01-15',
    lineAmountTypes: 'NoTax',
    url,
    lines: [line('730', 'Opening', 5_000_000), line('900', 'Opening', -5_000_000)],
  });
  const post = async (type: DocumentType, reference: string, json: string): Promise<string> => {
    const [posted] = await world.xero.createDocuments(own, type, [{ reference, json }], `key-${reference}`);
    return posted && 'id' in posted ? posted.id : '';
  };
  paymentId = await post('SPEND', 'PD-1', payment);
  journalId = await post('MANUAL-JOURNAL', 'PD-1-OB1', journal);
});

afterAll(async () => {
  await simulator.close();
  rmSync(dataDir, { recursive: true });
});

/** Follows a link with its redirects and cookies. */
async function open(
  link: string,
  form?: Readonly<Record<string, string>>,
): Promise<{ status: number; text: string }> {
  const first = await fetch(link, {
    redirect: 'manual',
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });
  const location = first.headers.get('location');
  if (location === null) return { status: first.status, text: await first.text() };
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  const second = await fetch(new URL(location, link), { headers: { cookie } });
  return { status: second.status, text: await second.text() };
}

describe('"View in Xero"', () => {
  it('opens a payment by its link', async () => {
    const { status, text } = await open(paymentLink(simulator.origin, organisation.shortCode, paymentId));
    expect(status).toBe(200);
    for (const shown of [
      'Demo Company (AU)',
      '15-Feb-2025',
      'PD-1',
      'Payment 1 of 60',
      '900 Loan',
      '1,234.50',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).toContain('Ute &amp; &quot;Sons&quot;');
  });

  it('opens a manual journal by its link', async () => {
    const { text } = await open(journalLink(simulator.origin, organisation.shortCode, journalId));
    for (const shown of ['Opening [PD-1-OB1]', '730 Motor Vehicles', '50,000.00', 'POSTED'])
      expect(text).toContain(shown);
  });

  it('opens the chart of accounts of the organisation with balances', async () => {
    const { text } = await open(chartOfAccountsLink(simulator.origin, organisation.shortCode));
    expect(text).toContain('Demo Company (AU)');
    expect(text).toMatch(/Loan\s*<\/td>[\s\S]*?48,765\.50/);
    const other = await demoOf('Harbour Street Bakery');
    expect((await open(chartOfAccountsLink(simulator.origin, other))).text).not.toContain('48,765.50');
  });

  it.each(['https://example.com', '//example.com', '/\\example.com'])(
    'does not redirect to %s',
    async (target) => {
      const link = `${simulator.origin}/organisationlogin/default.aspx?shortcode=${organisation.shortCode}&redirecturl=${target}`;
      expect(await open(link)).toMatchObject({ status: 404 });
    },
  );

  it('answers 404 for an unknown document or organisation', async () => {
    const nothing = '00000000-0000-4000-8000-000000000000';
    expect(await open(paymentLink(simulator.origin, organisation.shortCode, nothing))).toMatchObject({
      status: 404,
    });
    expect(await open(journalLink(simulator.origin, '!unknown', journalId))).toMatchObject({ status: 404 });
  });
});

async function demoOf(name: string): Promise<string> {
  const { organisations } = await stateOf(world);
  return organisations.find((each) => each.name === name)?.shortCode ?? '';
}

describe('a form of the pages', () => {
  it('sets and removes lock dates', async () => {
    const { tenantId } = organisation;
    const set = { tenantId, periodLockDate: '2025-03-31', endOfYearLockDate: '2024-06-30' };
    const { text } = await open(`${simulator.origin}/Settings/LockDates`, set);
    expect(text).toContain('value="2025-03-31"');
    expect(await demoCompany(world)).toMatchObject({
      periodLockDate: '2025-03-31',
      endOfYearLockDate: '2024-06-30',
    });
    await open(`${simulator.origin}/Settings/LockDates`, {
      tenantId,
      periodLockDate: '',
      endOfYearLockDate: '',
    });
    expect(await demoCompany(world)).toMatchObject({ periodLockDate: null, endOfYearLockDate: null });
  });

  const act = (documentId: string, action: string) =>
    open(`${simulator.origin}/document/action`, { tenantId: organisation.tenantId, documentId, action });

  it('reconciles a payment, refuses its deletion, and unreconciles it', async () => {
    expect((await act(paymentId, 'reconcile')).text).toMatch(/Reconciled\s*<\/dd>/);
    const refused = await act(paymentId, 'delete');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('reconciled with a Bank Statement');
    expect((await act(paymentId, 'unreconcile')).text).toContain('Not reconciled');
  });

  it('deletes a payment and voids a journal', async () => {
    expect((await act(paymentId, 'delete')).text).toContain('Deleted');
    expect((await act(journalId, 'void')).text).toContain('VOIDED');
    expect((await demoCompany(world)).balances).toEqual({});
  });

  it('shows no page for an action on an unknown document', async () => {
    expect((await act('00000000-0000-4000-8000-000000000000', 'delete')).status).toBe(404);
  });
});

function decide(fields: readonly (readonly [name: string, value: string])[]): Promise<Response> {
  const body = new URLSearchParams();
  for (const [name, value] of fields) body.append(name, value);
  return fetch(world.xero.authoriseUrl('entity', { state: 's-1', nonce: 'n-1' }), {
    method: 'POST',
    redirect: 'manual',
    body,
  });
}

describe('the consent page', () => {
  it('redirects without a code on Cancel, and stays when no organisation is chosen', async () => {
    const cancelled = new URL((await decide([['decision', 'deny']])).headers.get('location') ?? '');
    expect(cancelled.searchParams.get('error')).toBe('access_denied');
    const kept = await decide([['decision', 'allow']]);
    expect(kept.status).toBe(400);
    expect(await kept.text()).toContain('Choose at least one organisation.');
  });

  it('shows an error page for a scope that can’t be granted', async () => {
    const url = world.xero
      .authoriseUrl('entity', { state: 's-1', nonce: 'n-1' })
      .replace('accounting.contacts', 'accounting.transactions');
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('invalid_scope')]);
  });
});
