/** The audit log: its pages, and the words for what it holds. */
import { type Input, routeRequest, type UncheckedInput } from '../../functions/client/route-client.ts';
import { send, type Answer } from '../data/api.ts';

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
  { value: 'report', label: 'Year ends' },
  { value: 'ledger', label: 'Ledger checks' },
] as const;

export const DELETED_USER = 'Deleted user';
