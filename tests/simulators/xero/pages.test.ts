import { beforeEach, describe, expect, it } from 'vitest';
import { chartOfAccountsLink, journalLink, paymentLink } from '../../../functions/services/xero/links.ts';
import { respond } from '../../../scripts/simulators/xero/respond.ts';
import { freshClient, journal, line, spend } from './test-client.ts';

const ORIGIN = 'http://localhost:4001';
const NOTHING = '00000000-0000-4000-8000-000000000000';

const client = freshClient();
let paymentId: string;
let journalId: string;

beforeEach(() => {
  const LineItems = [line(client, '900', 1234.5, { Description: 'Payment 1 of 60' })];
  const payment = spend(client, { Contact: { Name: 'Ute & "Sons"' }, Reference: 'PD-1', LineItems });
  const opening = journal(client, { Narration: 'Opening [PD-1-OB1]' });
  paymentId = client.call('PUT', '/BankTransactions', { body: payment }).json.BankTransactions[0]
    .BankTransactionID;
  journalId = client.call('PUT', '/ManualJournals', { body: opening }).json.ManualJournals[0].ManualJournalID;
});

const organisation = (index = 0) => client.control('GET', 'state').organisations[index];
const shortCode = (): string => organisation().shortCode;

function send(link: string, form?: URLSearchParams, cookie?: string) {
  const { pathname, search } = new URL(link, ORIGIN);
  const request = {
    method: form ? 'POST' : 'GET',
    path: pathname,
    query: search.slice(1),
    headers: { host: 'localhost:4001', cookie },
    body: form?.toString() ?? '',
  };
  const effect = respond(client.core, request, client.clock.now());
  if (effect.kind === 'cut') throw new Error(`${link} was cut`);
  return effect.response;
}

/** Follows a link, or sends a form, with the redirect and its cookie. */
function open(link: string, form?: Record<string, string>): { status: number; text: string } {
  const first = send(link, form && new URLSearchParams(form));
  const { location, 'set-cookie': cookie } = first.headers;
  const { status, body } = location === undefined ? first : send(location, undefined, cookie?.split(';')[0]);
  return { status, text: body };
}

describe('"View in Xero"', () => {
  it('opens a payment by its link', () => {
    const { status, text } = open(paymentLink(ORIGIN, shortCode(), paymentId));
    expect(status).toBe(200);
    const shown = ['Demo Company (AU)', '15-Feb-2025', 'PD-1', 'Payment 1 of 60', '900 Loan', '1,234.50'];
    for (const part of [...shown, 'Ute &amp; &quot;Sons&quot;']) expect(text).toContain(part);
  });

  it('opens a manual journal by its link', () => {
    const { text } = open(journalLink(ORIGIN, shortCode(), journalId));
    for (const part of ['Opening [PD-1-OB1]', '730 Motor Vehicles', '100.00', 'POSTED'])
      expect(text).toContain(part);
  });

  it('opens the chart of accounts of the organisation with balances', () => {
    const { text } = open(chartOfAccountsLink(ORIGIN, shortCode()));
    expect(text).toContain('Demo Company (AU)');
    expect(text).toMatch(/Loan\s*<\/td>[\s\S]*?1,134\.50/);
    const other = open(chartOfAccountsLink(ORIGIN, organisation(1).shortCode));
    expect(other.text).toContain('Harbour Street Bakery');
    expect(other.text).not.toContain('1,134.50');
  });

  it.each(['https://example.com', '//example.com', '/\\example.com'])('does not redirect to %s', (target) => {
    const link = `/organisationlogin/default.aspx?shortcode=${shortCode()}&redirecturl=${target}`;
    expect(open(link)).toMatchObject({ status: 404 });
  });

  it('answers 404 for an unknown document or organisation', () => {
    expect(open(paymentLink(ORIGIN, shortCode(), NOTHING)).status).toBe(404);
    expect(open(journalLink(ORIGIN, '!unknown', journalId)).status).toBe(404);
  });
});

describe('a form of the pages', () => {
  const tenantId = () => organisation().tenantId;

  it('sets and removes lock dates', () => {
    const set = { periodLockDate: '2025-03-31', endOfYearLockDate: '2024-06-30' };
    const { text } = open('/Settings/LockDates', { tenantId: tenantId(), ...set });
    expect(text).toContain('value="2025-03-31"');
    expect(organisation()).toMatchObject(set);
    open('/Settings/LockDates', { tenantId: tenantId(), periodLockDate: '', endOfYearLockDate: '' });
    expect(organisation()).toMatchObject({ periodLockDate: null, endOfYearLockDate: null });
  });

  const act = (documentId: string, action: string) =>
    open('/document/action', { tenantId: tenantId(), documentId, action });

  it('reconciles a payment, refuses its deletion, and deletes it once unreconciled', () => {
    expect(act(paymentId, 'reconcile').text).toMatch(/Reconciled\s*<\/dd>/);
    const refused = act(paymentId, 'delete');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('reconciled with a Bank Statement');
    expect(act(paymentId, 'unreconcile').text).toContain('Not reconciled');
    expect(act(paymentId, 'delete').text).toContain('Deleted');
    expect(act(journalId, 'void').text).toContain('VOIDED');
    expect(organisation().balances).toEqual({});
  });

  it('shows no page for an action on an unknown document', () => {
    expect(act(NOTHING, 'delete').status).toBe(404);
  });
});

describe('the consent page', () => {
  const consentTo = (scope: string, form?: Record<string, string>) => {
    const { clientId, redirectUris } = client.core.app;
    const asked = { client_id: clientId, response_type: 'code', redirect_uri: redirectUris[0] ?? '', scope };
    const link = `/identity/connect/authorize?${new URLSearchParams(asked).toString()}`;
    return send(link, form && new URLSearchParams(form));
  };

  it('redirects without a code on Cancel, and stays when no organisation is chosen', () => {
    const cancelled = consentTo('accounting.settings', { decision: 'deny' });
    expect(cancelled.headers['location']).toContain('error=access_denied');
    const kept = consentTo('accounting.settings', { decision: 'allow' });
    expect(kept.status).toBe(400);
    expect(kept.body).toContain('Choose at least one organisation.');
  });

  it('shows an error page for a scope that can’t be granted', () => {
    const { status, body } = consentTo('accounting.transactions');
    expect([status, body]).toEqual([400, expect.stringContaining('invalid_scope')]);
  });
});
