import { expect } from 'vitest';
import { bankDocumentJson, journalJson } from '../../../functions/services/xero/documents.ts';
import type { XeroLine, FrozenDocument } from '../../../functions/services/xero/port.ts';
import { access, accountId, demoCompany, type World } from './worlds.ts';

/** Calls every method of the port, once with success and, where Xero validates, once with a refusal. */
export async function everyCall(world: World): Promise<void> {
  const { xero } = world;
  const own = await access(world);
  await world.control('PATCH', `organisations/${own.tenantId}`, { periodLockDate: '2024-06-30' });
  await xero.organisation(own);
  await xero.keyActions(own);
  await xero.tryJournals(own);
  await xero.accounts(own);
  await xero.taxRates(own);
  const [category] = await xero.trackingCategories(own);
  const option = category?.options[0];
  if (!category || !option) throw new Error('Xero has no tracking category');
  const tracking = [
    { categoryId: category.id, optionId: option.id, name: category.name, option: option.name },
  ];
  const account = { code: '874.001', name: 'Ute - Payments remaining', type: 'CURRLIAB' } as const;
  await xero.createAccount(own, account, 'key-1');
  await expect(xero.createAccount(own, account, 'key-2')).rejects.toThrow('unique');
  const contact = await xero.createContact(own, 'Ute', 'key-3');
  await expect(xero.createContact(own, 'Ute', 'key-4')).rejects.toThrow('already assigned');
  await xero.findContact(own, 'Ute');
  await xero.getContact(own, contact.id);
  expect(await xero.activeContacts(own)).toContain(contact.id);
  await xero.activeContacts(own, [contact.id, '3f9ef8f1-0000-4000-8000-000000000000']);

  const organisation = await demoCompany(world);
  const line = (code: string, description: string, cents: number): XeroLine => ({
    description,
    accountId: accountId(organisation, code),
    accountCode: code,
    taxType: 'BASEXCLUDED',
    cents,
    tracking,
  });
  const url = 'http://localhost:4000/entity/e/s';
  const payments = ['2025-02-15', '2024-02-15'].map((date, index): FrozenDocument => {
    const json = bankDocumentJson({
      type: 'SPEND',
      reference: `PD-${index}`,
      date,
      contactId: contact.id,
      bankAccountId: accountId(organisation, '090'),
      url,
      lines: [line('900', 'Payment', 100_000), line('850', 'Interest', -30_917)],
    });
    return { reference: `PD-${index}`, json };
  });
  const posted = await xero.createDocuments(own, 'SPEND', payments, 'key-5');
  const dates = { from: '2025-01-15', to: '2025-02-15', page: 1 };
  await xero.findDocuments(own, { type: 'SPEND', ...dates, contactId: contact.id });
  await xero.changedDocuments(own, { type: 'SPEND', since: new Date('2025-06-01T09:30:00Z'), page: 1 });
  const [first] = posted;
  await xero.readDocuments(own, { type: 'SPEND', ...dates, contactId: contact.id });
  await xero.readDocument(own, 'SPEND', first && 'id' in first ? first.id : '');
  await xero.standingTransactions(own, dates);
  await xero.billPayments(own, dates);
  await xero.trialBalance(own, '2025-06-30');
  const transaction = await xero.getDocument(own, 'SPEND', first && 'id' in first ? first.id : '');
  if (!transaction) throw new Error('Xero has no transaction');
  await xero.removeDocument(own, 'SPEND', transaction, 'key-10');

  const journalOf = (lines: readonly XeroLine[]): FrozenDocument[] => {
    const narration = 'Opening [PD-1-OB1]';
    const json = journalJson({ narration, date: '2025-01-15', lineAmountTypes: 'NoTax', url, lines });
    return [{ reference: 'PD-1-OB1', json }];
  };
  const lines = [line('730', 'Opening', 5_000_000), line('900', 'Opening', -5_000_000)];
  const [journal] = await xero.createDocuments(own, 'MANUAL-JOURNAL', journalOf(lines), 'key-6');
  const [outOfBalance] = await xero.createDocuments(
    own,
    'MANUAL-JOURNAL',
    journalOf(lines.slice(0, 1)),
    'key-7',
  );
  expect(outOfBalance).toMatchObject({
    errors: expect.arrayContaining([expect.stringContaining('must equal')]),
  });
  await xero.findDocuments(own, { type: 'MANUAL-JOURNAL', ...dates, contactId: null });
  await xero.changedDocuments(own, { type: 'MANUAL-JOURNAL', since: new Date('2025-06-01'), page: 1 });
  const id = journal && 'id' in journal ? journal.id : '';
  await xero.readDocuments(own, { type: 'MANUAL-JOURNAL', ...dates, contactId: null });
  await xero.readDocument(own, 'MANUAL-JOURNAL', id);
  const found = await xero.getDocument(own, 'MANUAL-JOURNAL', id);
  if (!found) throw new Error('Xero has no journal');
  await xero.removeDocument(own, 'MANUAL-JOURNAL', found, 'key-8');
}
