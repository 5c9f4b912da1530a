/** The audit log: its pages, and the words for what it holds. */
import { type Input, routeRequest, type UncheckedInput } from '../../functions/client/route-client.ts';
import { send, type Answer } from '../data/api.ts';
import { showDate } from '../ui/dates.ts';

export type AuditFilter = Omit<NonNullable<Input<'GET /v1/tenants/audit'>['query']>, 'cursor' | 'limit'>;
export type AuditEntry = Answer<'GET /v1/tenants/audit'>[number];

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Null on the last page. */
  readonly next: string | null;
}

/** Returns one page of the entries that match. */
export async function readAudit(filter: AuditFilter, cursor: string | null): Promise<AuditPage> {
  const query = { ...filter, ...(cursor !== null && { cursor }) } as UncheckedInput['query'];
  const response = await send(routeRequest('GET /v1/tenants/audit', { query } as UncheckedInput));
  return { entries: (await response.json()) as AuditEntry[], next: response.headers.get('x-next-cursor') };
}

export const ACTION_NOUNS = [
  { value: 'entity', label: 'Entities' },
  { value: 'schedule', label: 'Schedules' },
  { value: 'account', label: 'Accounts in Xero' },
  { value: 'member', label: 'Members' },
  { value: 'invite', label: 'Invitations' },
  { value: 'organisation', label: 'Organisation' },
  { value: 'user', label: 'Log-ins and accounts' },
  { value: 'factor', label: 'Second factors' },
  { value: 'session', label: 'Sessions' },
  { value: 'message', label: 'Messages' },
] as const;

/** `schedule/sync-payments` as `Schedule: sync payments`. */
export function actionText(action: string): string {
  const [noun = '', verb = ''] = action.split('/');
  return `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}: ${verb.replaceAll('-', ' ')}`;
}

/** `administrationFee` as `administration fee: 0.00 → 12.50`. */
export const factsOf = ({ detail }: AuditEntry): string[] =>
  Object.entries(detail).map(([name, value]) => `${wordsOf(name)}: ${String(value)}`);

/** Like `factsOf`, without ids, which only a file needs: `bank account: set`. */
export const shownFactsOf = ({ detail }: AuditEntry): string[] =>
  Object.entries(detail).flatMap(([name, value]) => {
    const text = String(value);
    if (!ID.test(text)) return [`${wordsOf(name)}: ${shownValue(name, text)}`];
    if (!text.includes('→')) return [];
    return [`${wordsOf(name.replace(/Id$/, ''))}: ${text.startsWith('–') ? 'set' : 'changed'}`];
  });

/** Kinds are written as in the code, and dates as on the wire. */
function shownValue(name: string, text: string): string {
  if (name === 'kind') return text.replaceAll('-', ' ');
  return text.replaceAll(/\d{4}-\d{2}-\d{2}/g, showDate);
}

const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/;

const wordsOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const DELETED_USER = 'Deleted user';
