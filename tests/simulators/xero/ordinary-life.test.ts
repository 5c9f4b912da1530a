import { describe, expect, it } from 'vitest';
import { ODD_KINDS } from '../../../scripts/simulators/xero/core/records.ts';
import { controlXero, createXeroCore } from '../../support/xero-in-process.ts';
import { withoutOrdinary } from '../../support/xero-books.ts';
import type { Json } from './test-client.ts';

const NOW = Date.UTC(2026, 10, 20);
const clock = { now: () => NOW };

const livedIn = () => createXeroCore({ now: NOW, books: 'ordinary' });

const control = (core: ReturnType<typeof livedIn>, method: string, path: string, input?: Json): Json =>
  controlXero(core, clock, method, path, input).body;

const organisations = (core = livedIn()): Json[] => control(core, 'GET', 'state').organisations;

const cents = (amount: number): number => Math.round(amount * 100);

const kindsOf = (documents: Json[], field: string): Set<string> =>
  new Set(documents.map((one) => one[field]));

describe('a new Australian organisation', () => {
  it('has lived for 24 months up to today, with documents of every kind', () => {
    const [demo] = organisations();
    expect(kindsOf(demo.bankTransactions, 'Type')).toEqual(
      new Set([
        'SPEND',
        'RECEIVE',
        'SPEND-TRANSFER',
        'RECEIVE-TRANSFER',
        'SPEND-PREPAYMENT',
        'RECEIVE-PREPAYMENT',
        'SPEND-OVERPAYMENT',
        'RECEIVE-OVERPAYMENT',
        'SPEND-CARD',
      ]),
    );
    expect(kindsOf(demo.bankTransactions, 'Status')).toEqual(new Set(['AUTHORISED', 'DELETED']));
    expect(kindsOf(demo.manualJournals, 'Status')).toEqual(new Set(['POSTED', 'DRAFT', 'ARCHIVED']));
    expect(kindsOf(demo.invoices, 'Status')).toEqual(new Set(['DRAFT', 'AUTHORISED', 'PAID']));
    expect(kindsOf(demo.payments, 'PaymentType')).toEqual(new Set(['ACCPAYPAYMENT', 'ACCRECPAYMENT']));
    expect(kindsOf(demo.payments, 'Status')).toEqual(new Set(['AUTHORISED', 'DELETED']));
    const lines = demo.bankTransactions.flatMap(({ LineItems = [] }: Json) => LineItems);
    for (const taxType of [
      'INPUT',
      'OUTPUT',
      'EXEMPTEXPENSES',
      'EXEMPTOUTPUT',
      'CAPEXINPUT',
      'BASEXCLUDED',
    ]) {
      expect(kindsOf(lines, 'TaxType')).toContain(taxType);
    }
    expect(lines.some(({ Tracking = [] }: Json) => Tracking.length === 2)).toBe(true);
    expect(lines.some(({ ItemCode, Quantity }: Json) => ItemCode === 'HOURS' && Quantity === 3)).toBe(true);
    const dates = demo.invoices.map(({ DateString }: Json) => DateString.slice(0, 10)).toSorted();
    expect([dates[0].slice(0, 7), dates.at(-1).slice(0, 7)]).toEqual(['2024-11', '2026-10']);
  });

  it('ends every total in 7 cents', () => {
    for (const { bankTransactions, invoices, payments, bankTransfers } of organisations()) {
      const batches = payments.flatMap(({ BatchPayment }: Json) =>
        BatchPayment ? [BatchPayment.TotalAmount] : [],
      );
      const totals = [
        ...[...bankTransactions, ...invoices].flatMap(({ Total }: Json) => Total ?? []),
        ...payments.flatMap(({ Amount, BankAmount }: Json) => [Amount, BankAmount]),
        ...bankTransfers.map(({ Amount }: Json) => Amount),
        ...batches.map(Number),
      ];
      expect(totals.filter((total) => cents(total) % 10 !== 7)).toEqual([]);
    }
  });

  it('has one document of each odd kind but no-total each half year', () => {
    const core = livedIn();
    const [{ tenantId }] = organisations(core);
    const records = [
      ...core.state.records.bankTransactions.values(),
      ...core.state.records.manualJournals.values(),
    ];
    const own = records.filter((record) => record.tenantId === tenantId);
    const counts = ODD_KINDS.map((kind) => [kind, own.filter(({ odd }) => odd === kind).length]);
    expect(counts).toEqual(ODD_KINDS.map((kind) => [kind, kind === 'no-total' ? 0 : 4]));
  });

  it('has balanced books', () => {
    for (const { balances } of organisations()) {
      expect(Object.values<number>(balances).reduce((sum, amount) => sum + cents(amount), 0)).toBe(0);
    }
  });

  it('names all documents and contacts of its life as ordinary, so that a check that counts leaves them out', () => {
    for (const organisation of organisations()) {
      const { bankTransactions, manualJournals, invoices, payments, bankTransfers, contacts } =
        withoutOrdinary<Json>(organisation);
      const left = [bankTransactions, manualJournals, invoices, payments, bankTransfers, contacts];
      expect(left.flat()).toEqual([]);
    }
  });

  it('looks the same under the same seed', () => {
    expect(organisations()).toEqual(organisations());
  });
});

describe('the books of an organisation', () => {
  it('are emptied and filled again, and keep documents of others', () => {
    const core = livedIn();
    const [{ tenantId, accounts, contacts, ordinaryIds }] = organisations(core);
    const idOf = (code: string) => accounts.find(({ Code }: Json) => Code === code).AccountID;
    const document = { tenantId, date: '2026-11-01', bankAccountId: idOf('090') };
    const lines = [{ accountId: idOf('404'), amount: 20 }];
    const { transactionId } = control(core, 'POST', 'transactions', {
      ...document,
      contactName: contacts[0].Name,
      lines,
    });
    const books = (wanted: string): Json =>
      control(core, 'POST', `organisations/${tenantId}/books`, { books: wanted });
    const empty = books('empty');
    expect(empty.bankTransactions.map(({ BankTransactionID }: Json) => BankTransactionID)).toEqual([
      transactionId,
    ]);
    expect(empty.contacts).toHaveLength(1);
    expect([empty.payments, empty.invoices, empty.bankTransfers]).toEqual([[], [], []]);
    expect(empty.trackingCategories).toHaveLength(3);
    const filled = books('ordinary');
    expect(filled.ordinaryIds.length).toBeGreaterThan(ordinaryIds.length - 5);
    expect(books('ordinary').ordinaryIds).toEqual(filled.ordinaryIds);
    expect(withoutOrdinary<Json>(filled).bankTransactions).toHaveLength(1);
    expect(control(core, 'POST', 'organisations/unknown/books', { books: 'empty' })).toBeNull();
  });

  it('begin as a new organisation asks for, else as the simulator does', () => {
    const core = livedIn();
    const add = (input: Json): Json => control(core, 'POST', 'organisations', input);
    expect(add({ name: 'Young', books: 'empty' }).ordinaryIds).toEqual([]);
    expect(add({ name: 'Old' }).ordinaryIds).not.toEqual([]);
    expect(add({ name: 'Kiwi', version: 'NZ' }).ordinaryIds).toEqual([]);
  });

  it('have all tax rates of the full BAS, or the six of Simpler BAS', () => {
    const [demo, bakery] = organisations();
    const typesOf = ({ taxRates }: Json): string[] => taxRates.map(({ TaxType }: Json) => TaxType);
    expect(typesOf(demo)).toEqual(expect.arrayContaining([...typesOf(bakery), 'CAPEXINPUT', 'INPUTTAXED']));
    expect(typesOf(demo)).toHaveLength(11);
    expect(typesOf(bakery)).toEqual([
      'OUTPUT',
      'INPUT',
      'EXEMPTEXPENSES',
      'EXEMPTOUTPUT',
      'BASEXCLUDED',
      'GSTONIMPORTS',
    ]);
  });
});
