import { money, toCents } from './amounts.ts';
import { find, newRecord, write, type Books } from './books.ts';
import type { ElementOutcome, Endpoint } from './elements.ts';
import { JournalInput, type JournalLineInput } from './inputs.ts';
import type { DocumentLine, JournalRecord, LineAmountTypes } from './records.ts';
import { journalJson } from './render.ts';
import {
  checkLine,
  descriptionErrors,
  documentDate,
  lineAmountTypes,
  lockErrors,
  urlErrors,
} from './rules.ts';
import { trackingJson } from './line-tracking.ts';

export const journalEndpoint: Endpoint<JournalInput> = {
  plural: 'ManualJournals',
  singular: 'ManualJournal',
  idField: 'ManualJournalID',
  schema: JournalInput,
  save: saveJournal,
};

/** Creates a posted journal; with the id of an existing one, changes or voids it. Drafts are refused: nothing uses them. */
function saveJournal(books: Books, input: JournalInput): ElementOutcome {
  const id = input.ManualJournalID?.toLowerCase();
  const existing = id === undefined ? undefined : find(books, 'manualJournals', id);
  if (existing !== undefined) return changeJournal(books, existing, input);
  const checked = checkJournal(books, input);
  return 'errors' in checked ? echo(input, checked.errors) : save(books, { ...newRecord(books), ...checked });
}

function save(books: Books, journal: JournalRecord): ElementOutcome {
  write(books, 'manualJournals', journal.id, journal);
  return { json: journalJson(books, journal), errors: [] };
}

function echo(input: JournalInput, errors: readonly string[]): ElementOutcome {
  return { json: { Narration: '', ...input }, errors };
}

function changeJournal(books: Books, existing: JournalRecord, input: JournalInput): ElementOutcome {
  const status = input.Status ?? existing.status;
  if (input.Narration === undefined) return echo(input, ['Narration must be specified.']);
  if (existing.status === 'VOIDED' || (status !== 'POSTED' && status !== 'VOIDED')) {
    return echo(input, [`A manual journal with status ${existing.status} cannot be changed to ${status}.`]);
  }
  const locked = lockErrors(books, existing.date);
  if (locked.length > 0) return echo(input, locked);
  if (status === 'VOIDED') return save(books, { ...existing, status, updatedAt: books.now });
  const checked = checkJournal(books, {
    ...input,
    Status: status,
    Date: input.Date ?? existing.date,
    LineAmountTypes: input.LineAmountTypes ?? existing.lineAmountTypes,
    ShowOnCashBasisReports: input.ShowOnCashBasisReports ?? existing.showOnCashBasisReports,
    JournalLines: input.JournalLines ?? existing.lines.map((line) => lineAsSent(books, line)),
    Url: input.Url ?? existing.url,
  });
  if ('errors' in checked) return echo(input, checked.errors);
  return save(books, { ...existing, ...checked, updatedAt: books.now });
}

function lineAsSent(books: Books, line: DocumentLine): JournalLineInput {
  return {
    LineAmount: line.cents / 100,
    AccountID: line.accountId,
    AccountCode: find(books, 'accounts', line.accountId)?.code ?? undefined,
    Description: line.description,
    TaxType: line.taxType,
    Tracking: trackingJson(books, line.tracking),
  };
}

type Checked = Omit<JournalRecord, 'id' | 'tenantId' | 'createdAt' | 'updatedAt'>;

function checkJournal(books: Books, input: JournalInput): Checked | { readonly errors: readonly string[] } {
  const status = input.Status ?? 'DRAFT';
  const types = lineAmountTypes(input.LineAmountTypes, 'NoTax');
  const date = documentDate(books, input.Date);
  const narration = input.Narration?.trim() ?? '';
  const sent = input.JournalLines ?? [];
  const { lines, errors: lineErrors } = checkLines(books, sent, types ?? 'NoTax');
  const errors = [
    ...(narration === '' ? ['Narration must be specified.'] : []),
    ...(status === 'POSTED' ? [] : [`The Status '${status}' is not valid for a new manual journal.`]),
    ...(types === null ? [`The LineAmountTypes '${input.LineAmountTypes ?? ''}' is not valid.`] : []),
    ...(date === null ? ['The document date is not valid.'] : lockErrors(books, date)),
    ...(sent.length < 2 ? ['A manual journal must have at least two journal lines.'] : []),
    ...lineErrors,
    ...(lineErrors.length === 0 ? balanceErrors(lines, types ?? 'NoTax') : []),
    ...urlErrors(input.Url),
  ];
  if (errors.length > 0 || types === null || date === null) return { errors };
  return {
    narration,
    date,
    lineAmountTypes: types,
    status: 'POSTED',
    showOnCashBasisReports: input.ShowOnCashBasisReports ?? true,
    url: input.Url || undefined,
    lines,
  };
}

function checkLines(books: Books, sent: readonly JournalLineInput[], types: LineAmountTypes) {
  const lines: DocumentLine[] = [];
  const errors: string[] = [];
  for (const item of sent) {
    const cents = toCents(item.LineAmount ?? 0);
    const line = checkLine(books, item, cents, types);
    const description = item.Description ?? '';
    if (item.LineAmount === undefined) errors.push('LineAmount must be specified.');
    else if (cents === 0) errors.push('LineAmount must not be zero.');
    else if ('errors' in line) errors.push(...line.errors);
    else {
      errors.push(...descriptionErrors(description));
      lines.push({ description, cents, ...line });
    }
  }
  return { lines, errors };
}

/** Debits and credits, tax included, must be equal. */
function balanceErrors(lines: readonly DocumentLine[], types: LineAmountTypes): string[] {
  const gross = lines.map((line) => (types === 'Exclusive' ? line.cents + line.taxCents : line.cents));
  const debits = gross.filter((cents) => cents > 0).reduce((sum, cents) => sum + cents, 0);
  const credits = gross.filter((cents) => cents < 0).reduce((sum, cents) => sum + cents, 0);
  if (debits + credits === 0) return [];
  return [`The total debits (${money(debits)}) must equal total credits (${money(credits)})`];
}
