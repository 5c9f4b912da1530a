import { lineCents, money, toCents, totalsOf, toUnitAmount } from './amounts.ts';
import { find, newRecord, write, type Books } from './books.ts';
import { uuid } from './ids.ts';
import { documentContact, saveNewContact } from './contacts.ts';
import type { ElementOutcome, Endpoint } from './elements.ts';
import { BankTransactionInput, type TransactionLineInput } from './inputs.ts';
import type {
  AccountRecord,
  BankTransactionRecord,
  LineAmountTypes,
  TransactionLine,
  TransactionType,
} from './records.ts';
import { transactionJson } from './render.ts';
import {
  accountOf,
  checkLine,
  descriptionErrors,
  documentDate,
  lineAmountTypes,
  lockErrors,
  urlErrors,
} from './rules.ts';
import { trackingJson } from './line-tracking.ts';

export const bankTransactionEndpoint: Endpoint<BankTransactionInput> = {
  plural: 'BankTransactions',
  singular: 'BankTransaction',
  idField: 'BankTransactionID',
  schema: BankTransactionInput,
  save: saveBankTransaction,
};

/** Creates a transaction; with the id of an existing one, changes or deletes it. */
function saveBankTransaction(books: Books, input: BankTransactionInput): ElementOutcome {
  const id = input.BankTransactionID?.toLowerCase();
  const existing = id === undefined ? undefined : find(books, 'bankTransactions', id);
  if (existing !== undefined) return changeTransaction(books, existing, input);
  const checked = checkTransaction(books, input);
  if ('errors' in checked) return echo(input, checked.errors);
  const isCredit = /(?:OVER|PRE)PAYMENT$/.test(checked.type);
  return save(books, {
    ...newRecord(books),
    ...checked,
    ...(isCredit && { creditId: uuid(books.state) }),
  });
}

function save(books: Books, transaction: BankTransactionRecord): ElementOutcome {
  write(books, 'bankTransactions', transaction.id, transaction);
  return { json: transactionJson(books, transaction), errors: [] };
}

/** Returns the refused document as it was sent, with the fields that every document has. */
function echo(input: BankTransactionInput, errors: readonly string[]): ElementOutcome {
  return { json: { LineItems: [], BankAccount: {}, ...input }, errors };
}

const RECONCILED = 'This Bank Transaction cannot be edited as it has been reconciled with a Bank Statement.';

const ONLY_IN_XERO = 'This type of Bank Transaction cannot be edited through the API.';

const RECONCILED_TOTAL = 'The total of a reconciled transaction cannot be changed.';

const totalOf = ({
  lines,
  lineAmountTypes: types,
}: Pick<BankTransactionRecord, 'lines' | 'lineAmountTypes'>) => totalsOf(lines, types).total;

/** Changes or deletes a transaction. A person may change a reconciled one but not its total; the app may not. */
function changeTransaction(
  books: Books,
  existing: BankTransactionRecord,
  input: BankTransactionInput,
): ElementOutcome {
  const locked = lockErrors(books, existing.date);
  if (books.actor === 'app' && typeOf(books, existing.type) === null) return echo(input, [ONLY_IN_XERO]);
  if (existing.status === 'DELETED')
    return echo(input, ['This document cannot be edited as it has been deleted.']);
  if (existing.isReconciled && (books.actor === 'app' || input.Status === 'DELETED')) {
    return echo(input, [RECONCILED]);
  }
  if (locked.length > 0) return echo(input, locked);
  if (input.Status === 'DELETED') {
    return save(books, { ...existing, status: 'DELETED', updatedAt: books.now });
  }
  const checked = checkTransaction(books, {
    ...input,
    Type: existing.type,
    Contact: input.Contact ?? (existing.contactId === null ? undefined : { ContactID: existing.contactId }),
    BankAccount: input.BankAccount ?? { AccountID: existing.bankAccountId },
    Date: input.Date ?? existing.date,
    Reference: input.Reference ?? existing.reference,
    LineAmountTypes: input.LineAmountTypes ?? existing.lineAmountTypes,
    LineItems: input.LineItems ?? existing.lines.map((line) => lineAsSent(books, line)),
    Url: input.Url ?? existing.url,
    IsReconciled: input.IsReconciled ?? existing.isReconciled,
  });
  if ('errors' in checked) return echo(input, checked.errors);
  if (existing.isReconciled && totalOf(checked) !== totalOf(existing)) return echo(input, [RECONCILED_TOTAL]);
  return save(books, { ...existing, ...checked, updatedAt: books.now });
}

function lineAsSent(books: Books, line: TransactionLine): TransactionLineInput {
  return {
    Description: line.description,
    Quantity: line.quantity,
    UnitAmount: line.unitAmount,
    AccountID: line.accountId,
    AccountCode: find(books, 'accounts', line.accountId)?.code ?? undefined,
    TaxType: line.taxType,
    TaxAmount: books.actor === 'person' ? line.taxCents / 100 : undefined,
    ItemCode: line.itemCode,
    Tracking: trackingJson(books, line.tracking),
  };
}

/** Types that a person can create; the app posts money spent or received only. */
export const PERSON_TYPES = [
  'SPEND',
  'RECEIVE',
  'SPEND-OVERPAYMENT',
  'SPEND-PREPAYMENT',
  'RECEIVE-OVERPAYMENT',
  'RECEIVE-PREPAYMENT',
] as const satisfies TransactionType[];

function typeOf(books: Books, sent: string | undefined): TransactionType | null {
  const types = books.actor === 'app' ? PERSON_TYPES.slice(0, 2) : PERSON_TYPES;
  return types.find((type) => type === sent) ?? null;
}

type Checked = Omit<BankTransactionRecord, 'id' | 'tenantId' | 'createdAt' | 'updatedAt'>;

/** Validates a document as Xero does. A new contact is written with it. */
function checkTransaction(
  books: Books,
  input: BankTransactionInput,
): Checked | { readonly errors: readonly string[] } {
  const type = typeOf(books, input.Type);
  const types = lineAmountTypes(input.LineAmountTypes, 'Inclusive');
  const date = documentDate(books, input.Date);
  const isAlone = books.actor === 'person' && input.Contact === undefined;
  const contact = isAlone ? null : documentContact(books, input.Contact);
  const bank = bankAccountOf(books, input);
  const { lines, errors: lineErrors } = checkLines(books, input.LineItems ?? [], types ?? 'NoTax');
  const errors = [
    ...(type === null ? [`The Type '${input.Type ?? ''}' is not valid for a bank transaction.`] : []),
    ...(types === null ? [`The LineAmountTypes '${input.LineAmountTypes ?? ''}' is not valid.`] : []),
    ...(input.Status === undefined || input.Status === 'AUTHORISED'
      ? []
      : [`The Status '${input.Status}' is not valid for a new bank transaction.`]),
    ...(contact !== null && 'error' in contact ? [contact.error] : []),
    ...('error' in bank ? [bank.error] : []),
    ...(date === null ? ['The document date is not valid.'] : lockErrors(books, date)),
    ...lineErrors,
    ...(lineErrors.length === 0 ? totalErrors(input, lines, types ?? 'NoTax') : []),
    ...urlErrors(input.Url),
  ];
  if (errors.length > 0 || type === null || types === null || date === null) return { errors };
  if ((contact !== null && 'error' in contact) || 'error' in bank) return { errors };
  if (contact !== null) saveNewContact(books, contact);
  return {
    type,
    contactId: contact?.id ?? null,
    bankAccountId: bank.id,
    date,
    reference: input.Reference ?? '',
    lineAmountTypes: types,
    status: 'AUTHORISED',
    isReconciled: input.IsReconciled ?? false,
    currency: bank.bank?.currency ?? books.organisation.baseCurrency,
    url: input.Url || undefined,
    lines,
  };
}

function bankAccountOf(
  books: Books,
  input: BankTransactionInput,
): AccountRecord | { readonly error: string } {
  const { AccountID, Code } = input.BankAccount ?? {};
  if (AccountID === undefined && Code === undefined) return { error: 'BankAccount must be specified.' };
  const { account, code } = accountOf(books, { AccountID, AccountCode: Code });
  if (account === undefined || account.bank === null) {
    return { error: `Account code '${code}' is not a valid bank account for this document.` };
  }
  if (account.status !== 'ACTIVE') return { error: `Account code '${code}' has been archived, or deleted.` };
  if (input.CurrencyCode !== undefined && input.CurrencyCode !== account.bank.currency) {
    return { error: `The currency ${input.CurrencyCode} does not match the currency of the bank account.` };
  }
  return account;
}

/** Returns the lines of a bank transaction or bill, or the reasons for their refusal. */
export function checkLines(
  books: Books,
  sent: readonly TransactionLineInput[],
  types: LineAmountTypes,
): { readonly lines: TransactionLine[]; readonly errors: string[] } {
  if (sent.length === 0) return { lines: [], errors: ['One or more line items must be specified'] };
  const lines: TransactionLine[] = [];
  const errors: string[] = [];
  for (const item of sent) {
    const checked = checkItem(books, item, types);
    if ('errors' in checked) errors.push(...checked.errors);
    else lines.push(checked);
  }
  return { lines, errors };
}

function checkItem(
  books: Books,
  item: TransactionLineInput,
  types: LineAmountTypes,
): TransactionLine | { readonly errors: readonly string[] } {
  const quantity = item.Quantity ?? 1;
  const unitAmount =
    item.UnitAmount === undefined
      ? toUnitAmount((item.LineAmount ?? 0) / (quantity || 1))
      : toCents(item.UnitAmount) / 100;
  const cents = lineCents(quantity, unitAmount);
  const description = item.Description?.trim() ?? '';
  if (description === '') return { errors: ['Description is required'] };
  const tooLong = descriptionErrors(description);
  if (tooLong.length > 0) return { errors: tooLong };
  if (quantity <= 0) return { errors: ['Quantity must be greater than zero.'] };
  if (unitAmount === 0) return { errors: ['UnitAmount must not be zero.'] };
  if (item.LineAmount !== undefined && toCents(item.LineAmount) !== cents) {
    const given = money(toCents(item.LineAmount));
    return { errors: [`The line total ${given} does not match the expected line total ${money(cents)}`] };
  }
  const line = checkLine(books, item, cents, types);
  if ('errors' in line) return line;
  return {
    lineItemId: uuid(books.state),
    description,
    quantity,
    unitAmount,
    itemCode: item.ItemCode || undefined,
    cents,
    ...line,
  };
}

function isSame(sent: number | undefined, cents: number): boolean {
  return sent === undefined || toCents(sent) === cents;
}

/** The total must be positive, and totals that were sent must agree with the lines. */
function totalErrors(
  input: BankTransactionInput,
  lines: readonly TransactionLine[],
  types: LineAmountTypes,
): string[] {
  const { subTotal, tax, total } = totalsOf(lines, types);
  if (!isSame(input.SubTotal, subTotal) || !isSame(input.TotalTax, tax) || !isSame(input.Total, total)) {
    return ['The document total does not equal the sum of the lines.'];
  }
  return total > 0 ? [] : ['The document total must be greater than zero.'];
}
