/** Registers as the wire shows them. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import { amountOf, isOutOfDate, progressOf } from '../../domain/registers/entries.ts';
import { entryText } from '../../domain/registers/register-kind.ts';
import type { FactsSent, FiguresView } from '../api/register.ts';
import type {
  PreviewedEntryView,
  RegisterEntryView,
  RegisterPreview,
  RegisterSummaryView,
  RegisterView,
} from '../api/registers.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { sentEntry, type StoredEntry } from '../records/registers/entries.ts';
import { kindOf } from '../records/registers/kinds.ts';
import type { StoredRegister } from '../records/registers/register.ts';
import {
  type RegisterState,
  revisionOf,
  type StatedEntry,
  statedEntries,
  type WorkedRegister,
} from '../records/registers/state.ts';
import { findSchedule } from '../records/schedules/schedule.ts';
import { journalLink } from '../services/xero/links.ts';
import type { TableReader } from '../store/table.ts';
import { type Findings, stateView } from './xero-state.ts';

interface Days {
  readonly today: CalendarDate;
  /** The day of the figures. */
  readonly asAt: CalendarDate;
}

export function registerSummaryView(
  register: StoredRegister,
  worked: WorkedRegister,
  { today, asAt }: Days,
): RegisterSummaryView {
  const { domain, facts, changes, known, entries } = worked;
  const { from, to, total, balance } = domain.summary(facts, changes, asAt, known);
  const { hasEnded, next, posted, toPost } = progressOf(statedEntries(register, entries), today);
  const { registerId: id, kind, name, archived, autoPost } = register;
  const status = hasEnded ? 'ended' : 'active';
  return {
    id,
    kind,
    name,
    status: archived ? 'archived' : status,
    from,
    to,
    total: toDollars(total),
    balance: toDollars(balance),
    next: next && { number: next.number, date: next.date, amount: toDollars(amountOf(next)) },
    posted,
    toPost,
    autoPost,
  };
}

/** Returns the facts as they are shown: without a schedule that is gone. */
async function factsView(
  table: TableReader,
  entity: OwnedEntity,
  { kind, facts }: StoredRegister,
): Promise<FactsSent> {
  const scheduleId = kindOf(kind).wire.scheduleOf(facts);
  const isGone = scheduleId !== null && (await findSchedule(table, entity, scheduleId)) === null;
  return isGone ? { ...facts, scheduleId: null } : facts;
}

export async function registerView(
  table: TableReader,
  entity: OwnedEntity,
  state: RegisterState,
  { xeroWeb, ...days }: Days & { readonly xeroWeb: string },
): Promise<RegisterView> {
  const { register, worked, changes } = state;
  const { accounts, postFrom } = register;
  const shown = {
    ...registerSummaryView(register, worked, days),
    facts: await factsView(table, entity, register),
    changes: changes.map(({ number, createdAt, createdBy, change }) => ({
      ...change,
      number,
      createdAt,
      createdBy,
    })),
    accounts,
    postFrom,
    figures: figuresView(register, worked, days),
    entries: entriesView(entity, state, xeroWeb),
    warnings: warningsView(worked, days),
    revision: revisionOf(state),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- facts, changes and figures are those of its kind
  return shown as RegisterView;
}

export const entriesView = (
  entity: OwnedEntity,
  { register, worked, stored }: RegisterState,
  xeroWeb: string,
): RegisterEntryView[] =>
  statedEntries(register, worked.entries).map((entry) => {
    const item = stored.get(entry.number);
    const shown = entryView(register.name, entry, register.accounts, item);
    return { ...shown, ...inXero(entity, entry, item, xeroWeb) };
  });

export function previewView(
  register: StoredRegister,
  worked: WorkedRegister,
  days: Days,
  stored: RegisterState['stored'] = new Map(),
): RegisterPreview {
  return {
    entries: statedEntries(register, worked.entries).map((entry) =>
      entryView(register.name, entry, register.accounts, stored.get(entry.number)),
    ),
    figures: figuresView(register, worked, days),
    warnings: warningsView(worked, days),
  };
}

const warningsView = ({ domain, facts, changes, known }: WorkedRegister, { asAt }: Days): string[] => [
  ...domain.warnings(facts, changes, asAt, known),
];

function figuresView(
  { kind }: Pick<StoredRegister, 'kind'>,
  { domain, facts, changes, known }: WorkedRegister,
  { asAt }: Days,
): FiguresView {
  return kindOf(kind).wire.figuresView(domain.figures(facts, changes, asAt, known));
}

/** An entry in Xero, or on its way, is shown as it was sent. */
function entryView(
  registerName: string,
  entry: StatedEntry,
  accounts: StoredRegister['accounts'],
  item: StoredEntry | undefined,
): PreviewedEntryView {
  const { number, state } = entry;
  const sent = item && sentEntry(item);
  const { date, lines } = sent ?? entry;
  const sentLines = sent ? item.document.lines : [];
  const text = sentLines[0]?.description ?? entryText(registerName, entry);
  return {
    number,
    date,
    text,
    amount: toDollars(amountOf({ lines })),
    state,
    lines: lines.map(({ role, amount }, index) => ({
      role,
      accountId: sentLines[index]?.account ?? accounts[role] ?? null,
      amount: toDollars(amount),
      description: text,
    })),
  };
}

const findingsOf = (item: StoredEntry | undefined): Findings =>
  new Map(item?.finding ? [[item.finding.documentId, item.finding]] : []);

type InXero = Omit<RegisterEntryView, keyof PreviewedEntryView>;

function inXero(
  { xero }: OwnedEntity,
  entry: StatedEntry,
  item: StoredEntry | undefined,
  xeroWeb: string,
): InXero {
  const sent = item ? sentEntry(item) : null;
  const isPosted = item?.state === 'posted' && item.documentId !== null;
  const nextAttempt = item ? item.attempt + 1 : 1;
  return {
    outOfDate: sent !== null && isOutOfDate(sent, entry),
    attempt: sent && item ? item.attempt : nextAttempt,
    postedOn: isPosted ? item.document.date : null,
    xeroUrl: isPosted ? journalLink(xeroWeb, item.shortCode, item.documentId ?? '') : null,
    ...stateView(isPosted ? [item] : [], findingsOf(item), xero?.tenantId),
  };
}
