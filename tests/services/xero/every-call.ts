import { expect } from 'vitest';
import { freezeJournal, freezePayment } from '../../../functions/services/xero/documents.ts';
import { access, accountId, demoCompany, type World } from './worlds.ts';

/** Calls every method of the port, once with success and, where Xero validates, once with a refusal. */
export async function everyCall(world: World): Promise<void> {
  const { xero } = world;
  const own = await access(world);
  await world.control('PATCH', `organisations/${own.tenantId}`, { periodLockDate: '2024-06-30' });
  await xero.organisation(own);
  await xero.accounts(own);
  await xero.taxRates(own);
  const account = { code: '874.001', name: 'Ute - Payments remaining', type: 'CURRLIAB' } as const;
  await xero.createAccount(own, account, 'key-1');
  await expect(xero.createAccount(own, account, 'key-2')).rejects.toThrow('unique');
  const contact = await xero.createContact(own, 'Ute', 'key-3');
  await expect(xero.createContact(own, 'Ute', 'key-4')).rejects.toThrow('already assigned');
  await xero.findContact(own, 'Ute');
  await xero.getContact(own, contact.id);
  await xero.activeContacts(own, [contact.id, '3f9ef8f1-0000-4000-8000-000000000000']);

  const organisation = await demoCompany(world);
  const payments = ['2025-02-15', '2024-02-15'].map((date, index) =>
    freezePayment({
      reference: `PD-${index}`,
      date,
      contactId: contact.id,
      bankAccountId: accountId(organisation, '090'),
      lines: [
        { description: 'Payment', accountId: accountId(organisation, '900'), cents: 100_000 },
        { description: 'Interest', accountId: accountId(organisation, '850'), cents: -30_917 },
      ],
    }),
  );
  await xero.postPayments(own, payments, 'key-5');
  await xero.findPayments(own, ['PD-0', 'PD-1']);

  const lines = [5_000_000, -5_000_000].map((cents, index) => ({
    description: 'Opening',
    accountId: accountId(organisation, index === 0 ? '730' : '900'),
    taxType: 'BASEXCLUDED',
    cents,
  }));
  const journal = {
    narration: 'Opening [oj-1]',
    date: '2025-01-15',
    lineAmountTypes: 'NoTax',
    lines,
  } as const;
  const id = await xero.postJournal(own, freezeJournal(journal), 'key-6');
  const outOfBalance = freezeJournal({ ...journal, lines: lines.slice(0, 1) });
  await expect(xero.postJournal(own, outOfBalance, 'key-7')).rejects.toThrow('must equal');
  await xero.findJournal(own, 'oj-1');
  await xero.getJournal(own, id);
  await xero.voidJournal(own, id, 'key-8');
  await xero.voidJournal(own, id, 'key-9');
}
