/** Entries of registers. */
import { addDays, type CalendarDate } from '../../../domain/calendar.ts';
import { isJournalAccount, type LedgerAccount } from '../../../domain/accounts/ledger-account.ts';
import { NO_GST } from '../../../domain/gst/tax-types.ts';
import { entryReference } from '../../../domain/posting/document-reference.ts';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { entryText, taxTypeOfRole } from '../../../domain/registers/register-kind.ts';
import {
  hasAccounts,
  type OwnedRegister,
  ownRegister,
  refuseArchivedRegister,
  registerNotReady,
  rolesOf,
} from '../../records/registers/register.ts';
import { readState, type StatedEntry, statedEntries } from '../../records/registers/state.ts';
import { type StoredEntry, type StoredMirror, unknownEntry } from '../../records/registers/entries.ts';
import { journalJson } from '../../services/xero/documents.ts';
import { registerUrl } from '../../services/xero/links.ts';
import { keys } from '../../store/keys.ts';
import { ratesOf } from '../../xero/tax-setting.ts';
import { sentDocumentOf } from '../protocol/document-facts.ts';
import type { OpenDocument } from '../protocol/open-document.ts';
import type { Outcome } from '../protocol/outcome.ts';
import { unconfirmedDocument } from '../protocol/refusals.ts';
import type { Address, DocumentKind, ReadyDocument } from './document-kind.ts';
import { chartOf, codesOf, lockDateOf, type Run, trackerOf } from './run.ts';

export const register = {
  name: 'register',
  hasContact: false,
  stopsAtRefusal: false,
  unconfirmed: () => unconfirmedDocument('The journal'),
  read: ({ context: { services }, entity }, registerId) => ownRegister(services.table, entity, registerId),

  async plan(run, owner, wanted, problem) {
    refuseArchivedRegister(owner);
    if (!hasAccounts(owner)) throw registerNotReady();
    const { table } = run.context.services;
    const state = await readState(table, run.entity.tenantId, owner, run.today);
    const entries = new Map(statedEntries(owner, state.worked.entries).map((entry) => [entry.number, entry]));
    const ready: ReadyDocument[] = [];
    const outcomes: [number, Outcome][] = [];
    for (const number of new Set(wanted)) {
      const entry = entries.get(number);
      const stored = state.stored.get(number);
      if (entry?.state === 'posted') {
        outcomes.push([number, { kind: 'posted', documentId: stored?.documentId ?? '' }]);
        continue;
      }
      const reason = entry?.state === 'posting' ? (problem ?? unconfirmedDocument('The journal')) : null;
      const refusal = reason ?? refusalOf(owner, entry);
      if (entry === undefined || refusal !== null) {
        outcomes.push([number, { kind: 'skipped', reason: refusal ?? unknownEntry() }]);
        continue;
      }
      const date = dateAfter(entry.date, await lockDateOf(run));
      const attempt = (stored?.attempt ?? 0) + 1;
      const draft = ({ shortCode }: Address) => draftEntry(run, owner, { entry, date, attempt, shortCode });
      ready.push({ subject: number, part: 0, type: 'MANUAL-JOURNAL', date, draft });
    }
    // The entity's choice holds for all of them: without a usable one nothing of the register is posted.
    if (ready.length > 0) await trackerOf(run, ENTITYS_CHOICE);
    return { ready, outcomes };
  },
} satisfies DocumentKind<number, OwnedRegister>;

/** A register has no tracking of its own. */
const ENTITYS_CHOICE = { tracking: null };

/** The date of a journal: the entry's own, or the day after the lock date. */
const dateAfter = (date: CalendarDate, lockDate: CalendarDate | null): CalendarDate =>
  lockDate !== null && lockDate >= date ? addDays(lockDate, 1) : date;

/** Why an entry can't be posted; null for one that can. */
function refusalOf({ accounts }: OwnedRegister, entry: StatedEntry | undefined): Refusal | null {
  if (entry === undefined) return unknownEntry();
  if (entry.state === 'empty') return conflict('register/empty', 'This entry is 0.00, so nothing is posted.');
  if (entry.state === 'before') {
    return conflict('register/before', 'The accounts hold this entry already, so it is not posted.');
  }
  const isMapped = entry.lines.every(({ role, amount }) => amount === 0 || Object.hasOwn(accounts, role));
  return isMapped ? null : registerNotReady();
}

interface Drawn {
  readonly entry: StatedEntry;
  readonly date: CalendarDate;
  readonly attempt: number;
  readonly shortCode: string;
}

async function draftEntry(
  run: Run,
  owner: OwnedRegister,
  { entry, date, attempt, shortCode }: Drawn,
): Promise<OpenDocument<StoredEntry>> {
  const { services, session } = run.context;
  const { entityId, registerId, name } = owner;
  const { number } = entry;
  const reference = entryReference(registerId, number, { attempt }, services.restores.length);
  const text = entryText(name, entry);
  const posted = entry.lines.filter(({ amount }) => amount !== 0);
  const lines = await linesOf(run, owner, posted, text);
  const lineAmountTypes = lines.every(({ taxType }) => taxType === NO_GST) ? 'NoTax' : 'Inclusive';
  const json = entryJournal(run, owner, { reference, text, date, lineAmountTypes, lines });
  const { sk } = keys.registerEntry(entityId, registerId, number);
  const item: StoredEntry = {
    sk,
    entityId,
    registerId,
    number,
    date: entry.date,
    lines: posted.map(({ role, amount }) => ({ role, amount })),
    attempt,
    xeroTenantId: session.xeroTenantId,
    shortCode,
    leg: 'entry',
    state: 'posting',
    documentId: null,
    document: sentDocumentOf({ reference, json }),
    syncedAt: null,
    finding: null,
  };
  return openEntry('register', item, { json, date });
}

interface EntryJournal extends Omit<
  Parameters<typeof journalJson>[0],
  'narration' | 'isAccrualOnly' | 'url'
> {
  readonly reference: string;
  readonly text: string;
}

/** The journal of an entry, or of its reversal, as Xero takes it. */
export function entryJournal(
  { context: { services } }: Run,
  owner: OwnedRegister,
  { reference, text, ...journal }: EntryJournal,
): string {
  return journalJson({
    ...journal,
    narration: `Paydown - ${text} [${reference}]`,
    isAccrualOnly: true,
    url: registerUrl(services.origin, owner),
  });
}

/** A document of a register whose item is stored beside its call. */
export function openEntry<Item extends StoredEntry | StoredMirror>(
  kind: 'register' | 'register-reversal',
  item: Item,
  { json, date }: { readonly json: string; readonly date: CalendarDate },
): OpenDocument<Item> {
  const { registerId: ownerId, sk, number: subject, document } = item;
  return { kind, ownerId, sk, subject, reference: document.reference, json, date, contactId: null, item };
}

/** The lines of an entry as Xero takes them, with the tracking of the entity. */
async function linesOf(run: Run, owner: OwnedRegister, lines: StatedEntry['lines'], description: string) {
  const chart = await chartOf(run);
  const codes = await codesOf(run);
  const roles = rolesOf(owner);
  const tracker = await trackerOf(run, ENTITYS_CHOICE);
  const { services, session } = run.context;
  const isTaxed = lines.some(({ role }) => roles[role]?.tax !== undefined);
  const rates = isTaxed ? await run.once('rates', () => ratesOf(services, session)) : [];
  return lines.map(({ role, amount }) => {
    const accountId = owner.accounts[role] ?? '';
    const account = accountOf(chart, accountId);
    const taxType = taxTypeOfRole(roles[role] ?? {}, account.taxType, rates);
    return {
      accountId,
      accountCode: codes.get(accountId) ?? null,
      description,
      taxType,
      cents: amount,
      tracking: tracker('other', accountId),
    };
  });
}

/** @throws Refusal `conflict` for an account that is gone since it was chosen, or archived. */
function accountOf(chart: readonly LedgerAccount[], accountId: string): LedgerAccount {
  const account = chart.find(({ id }) => id === accountId);
  if (account && isJournalAccount(account)) return account;
  const name = account ? `The account "${account.name}"` : 'An account of the register';
  throw conflict(
    'register/account-unusable',
    `${name} can't be posted to any more. Please choose another one.`,
  );
}
