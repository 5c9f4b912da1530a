import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bankDocumentJson, journalJson } from '../../../functions/services/xero/documents.ts';
import type { DocumentLine, DocumentType, Xero, XeroAccess } from '../../../functions/services/xero/port.ts';
import { trialBalanceAnswer } from '../../../functions/vendors/xero/trial-balance-answer.ts';
import {
  access,
  accountId,
  consent,
  demoCompany,
  type SimulatedOrganisation,
  worldInProcess,
  worldOverHttp,
  type World,
} from '../../services/xero/worlds.ts';

const worlds = [
  ['over HTTP through the SDK', worldOverHttp],
  ['in process on the core', worldInProcess],
] as const;

describe.each(worlds)('reads of the ledger, %s', (_, createWorld) => {
  let world: World;
  let xero: Xero;
  let own: XeroAccess;
  let organisation: SimulatedOrganisation;

  beforeEach(async () => {
    world = await createWorld();
    ({ xero } = world);
    own = await access(world);
    organisation = await demoCompany(world);
  });

  afterEach(() => world.close());

  const line = (code: string, cents: number): DocumentLine => ({
    description: 'Line',
    accountId: accountId(organisation, code),
    accountCode: code,
    taxType: 'BASEXCLUDED',
    cents,
  });

  async function post(type: DocumentType, date: string): Promise<string> {
    const contact = await xero.findContact(own, 'Ute');
    const contactId = contact?.id ?? (await xero.createContact(own, 'Ute', 'contact')).id;
    const url = 'http://localhost:4000/entity/e/s';
    const lines = [line('900', 100_000), line('850', -30_917)];
    const json =
      type === 'MANUAL-JOURNAL'
        ? journalJson({
            narration: 'J',
            date,
            lineAmountTypes: 'NoTax',
            url,
            lines: [line('900', 500), line('850', -500)],
          })
        : bankDocumentJson({
            type,
            reference: 'PD-1',
            date,
            contactId,
            bankAccountId: accountId(organisation, '090'),
            url,
            lines,
          });
    const [posted] = await xero.createDocuments(
      own,
      type,
      [{ reference: type === 'MANUAL-JOURNAL' ? 'J' : 'PD-1', json }],
      `${type}${date}`,
    );
    if (!posted || !('id' in posted)) throw new Error(JSON.stringify(posted));
    return posted.id;
  }

  const balanceOf = async (code: string, date: string) => {
    const rows = await xero.trialBalance(own, date);
    return rows.find((row) => row.accountId === accountId(organisation, code));
  };

  it('returns the balances at a date, not the movement of its month', async () => {
    await post('SPEND', '2025-02-15');
    await post('SPEND', '2025-03-15');
    await post('RECEIVE', '2025-04-15');
    await post('MANUAL-JOURNAL', '2025-04-20');
    expect((await balanceOf('900', '2025-03-31'))?.cents).toBe(200_000);
    expect((await balanceOf('900', '2025-04-30'))?.cents).toBe(100_500);
    expect((await balanceOf('900', '2025-01-31'))?.cents).toBeUndefined();
    expect((await balanceOf('900', '2025-03-31'))?.label).toContain('(900)');
  });

  it('reads what documents say now, reconciled, edited and deleted ones too', async () => {
    const kept = await post('SPEND', '2025-02-15');
    const edited = await post('SPEND', '2025-03-15');
    const deleted = await post('SPEND', '2025-04-15');
    const act = (documentId: string, action: string, changes?: object) =>
      world.control('POST', 'documents', { tenantId: own.tenantId, documentId, action, changes });
    await act(kept, 'reconcile');
    await act(edited, 'edit', { date: '2025-03-18', amount: 700 });
    await act(deleted, 'delete');
    const contact = await xero.findContact(own, 'Ute');
    const search = { type: 'SPEND', from: '2025-01-01', to: '2025-12-31', page: 1 } as const;
    const page = await xero.readDocuments(own, { ...search, contactId: contact?.id ?? null });
    expect(page.isLast).toBe(true);
    const found = new Map(page.documents.map((document) => [document.id, document]));
    expect(found.get(kept)).toMatchObject({ reconciled: true, deleted: false, date: '2025-02-15' });
    expect(found.get(edited)).toMatchObject({ reconciled: false, date: '2025-03-18' });
    expect(found.get(edited)?.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(70_000);
    expect(found.get(deleted)).toMatchObject({ deleted: true });
    expect(await xero.readDocument(own, 'SPEND', edited)).toEqual(found.get(edited));
    expect(await xero.readDocument(own, 'SPEND', '3f9ef8f1-0000-4000-8000-000000000000')).toBeNull();
  });

  it('reads journals with their lines, voided ones too', async () => {
    const id = await post('MANUAL-JOURNAL', '2025-02-15');
    const search = {
      type: 'MANUAL-JOURNAL',
      from: '2025-01-01',
      to: '2025-12-31',
      contactId: null,
      page: 1,
    } as const;
    const [journal] = (await xero.readDocuments(own, search)).documents;
    expect(journal).toMatchObject({ id, text: 'J', bankAccountId: null, deleted: false });
    expect(journal?.lines.map(({ cents }) => cents)).toEqual([500, -500]);
    await world.control('POST', 'documents', { tenantId: own.tenantId, documentId: id, action: 'void' });
    expect(await xero.readDocument(own, 'MANUAL-JOURNAL', id)).toMatchObject({ deleted: true });
  });

  it('tells a missing scope from a lost connection', async () => {
    const url = new URL(xero.authoriseUrl('entity', { state: 'state-2', nonce: 'n-2' }));
    const scopes = url.searchParams.get('scope')?.split(' ') ?? [];
    expect(scopes).toContain('accounting.reports.trialbalance.read');
    url.searchParams.set('scope', scopes.filter((scope) => !scope.includes('reports')).join(' '));
    const code = (await consent(world, url.href)).searchParams.get('code') ?? '';
    const { tokens } = await xero.exchangeCode('entity', code, 'n-2');
    const limited = { accessToken: tokens.accessToken, tenantId: own.tenantId };
    await expect(xero.trialBalance(limited, '2025-06-30')).rejects.toMatchObject({ kind: 'unscoped' });
    await expect(xero.accounts(limited)).resolves.not.toEqual([]);
  });

  it('tells a missing role from a missing scope', async () => {
    await world.control('PATCH', `organisations/${own.tenantId}`, { userRole: 'standard' });
    await expect(xero.trialBalance(own, '2025-06-30')).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('Ask for the role Adviser'),
    });
  });
});

describe('trialBalanceAnswer', () => {
  const cells = (...values: string[]) =>
    values.map((Value) => ({ Value, Attributes: [{ Id: 'account', Value: 'a' }] }));
  const report = (headings: string[], row: string[]) => ({
    Reports: [
      {
        Rows: [
          { RowType: 'Header', Cells: headings.map((Value) => ({ Value })) },
          { RowType: 'Section', Title: 'Liabilities', Rows: [{ RowType: 'Row', Cells: cells(...row) }] },
          {
            RowType: 'Section',
            Title: '',
            Rows: [{ RowType: 'SummaryRow', Cells: [{ Value: 'Total' }, { Value: '1' }] }],
          },
        ],
      },
    ],
  });
  const HEADINGS = ['Account', 'Debit', 'Credit', 'YTD Debit', 'YTD Credit'];

  it('reads the year-to-date columns, and "" as 0', () => {
    const parsed = trialBalanceAnswer.parse(report(HEADINGS, ['Loan (900)', '', '5.00', '', '1234.56']));
    expect(parsed).toEqual([{ accountId: 'a', label: 'Loan (900)', cents: -123_456 }]);
  });

  it('finds the columns by their headings', () => {
    const headings = ['Account', 'YTD Debit', 'YTD Credit', 'Debit', 'Credit'];
    const parsed = trialBalanceAnswer.parse(report(headings, ['Loan', '7.00', '', '1.00', '']));
    expect(parsed).toEqual([{ accountId: 'a', label: 'Loan', cents: 700 }]);
  });

  it('refuses a report without year-to-date columns, or with other amounts than numbers', () => {
    expect(
      trialBalanceAnswer.safeParse(report(['Account', 'Debit', 'Credit'], ['Loan', '1', ''])).success,
    ).toBe(false);
    expect(trialBalanceAnswer.safeParse(report(HEADINGS, ['Loan', '', '', '1,234.56', ''])).success).toBe(
      false,
    );
  });
});
