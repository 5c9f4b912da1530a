/** Permissions that follow from the connecting user's role in the organisation. */
import type { Behaviour } from './records.ts';
import type { OrganisationRecord, UserRole } from './state.ts';

/** Xero's words for a user without the reporting permission. */
export const NEEDS_REPORTING_ROLE =
  'You are not permitted to access this resource without the reporting role or higher privileges.';

export function roleOf({ userRole }: OrganisationRecord): UserRole {
  return userRole ?? 'adviser';
}

/** Manual journals need an adviser, or a standard user with the reporting permission. */
export function mayUseJournals(organisation: OrganisationRecord): boolean {
  const role = roleOf(organisation);
  return role === 'adviser' || role === 'standard-reports';
}

/** The bank accounts are closed to users of invoices only. */
export const mayUseBank = (organisation: OrganisationRecord): boolean =>
  roleOf(organisation) !== 'invoice-only';

/** Reports are closed to standard users without the reporting permission, and to users of invoices only. */
export function mayReadReports(organisation: OrganisationRecord): boolean {
  const role = roleOf(organisation);
  return role !== 'standard' && role !== 'invoice-only';
}

const OF_EVERY_EDITOR = [
  'AttachFilesIntoInvoice',
  'CreateDraftInvoice',
  'CreateDraftBill',
  'CreateDraftPurchaseOrder',
  'CreateDraftQuote',
] as const;

const OF_STANDARD_USERS = [
  'CreateApprovedInvoice',
  'CreateApprovedBill',
  'CreateInvoicePayment',
  'CreateApprovedPurchaseOrder',
  'CreateRepeatingInvoice',
  'CreateRepeatingBill',
  'CreateSentQuote',
] as const;

/** Returns Xero's key actions, each with whether the user may do it. `documented` leaves out those beyond its example. */
export function actionsOf(
  organisation: OrganisationRecord,
  actions: Behaviour['actions'],
): { Name: string; Status: string }[] {
  const role = roleOf(organisation);
  const edits = role !== 'readonly';
  const isStandard = edits && role !== 'invoice-only';
  const allowed: readonly (readonly [name: string, isAllowed: boolean])[] = [
    ...OF_EVERY_EDITOR.map((name) => [name, edits] as const),
    ...OF_STANDARD_USERS.map((name) => [name, isStandard] as const),
    ['UseMulticurrency', true],
  ];
  const undocumented: typeof allowed = [
    ['CreateManualJournal', mayUseJournals(organisation)],
    // The simulator refuses locked periods to every role.
    ['ApproveTransactionsBeforePeriodLockDate', false],
  ];
  return (actions === 'all' ? [...allowed, ...undocumented] : allowed).map(([Name, isAllowed]) => ({
    Name,
    Status: isAllowed ? 'ALLOWED' : 'NOT-ALLOWED',
  }));
}
