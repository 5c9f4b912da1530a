/** Findings: the states of documents in Xero that are not simply posted, and what people accepted about them. */
import * as z from 'zod';
import { type DocumentState, XERO_STATUSES, type XeroStatus } from '../../../domain/ledger/document-state.ts';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { digest } from '../../lib/digest.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { listUnder, type TableReader, type Write } from '../../store/table.ts';

const Acceptance = z.object({
  note: z.string(),
  by: z.string(),
  /** An instant, ISO 8601. */
  at: z.string(),
  /** The state that was accepted: another change of the document is another attention item. */
  state: z.string(),
});

export const Finding = z.object({
  documentId: z.string(),
  status: z.enum(XERO_STATUSES),
  differences: z.array(z.string()),
  /** The first time that the state was seen, an instant. */
  since: z.string(),
  acceptance: Acceptance.nullable(),
  version: z.number(),
});

export type Finding = Readonly<z.output<typeof Finding>>;

export async function readFindings(
  table: TableReader,
  scheduleId: string,
): Promise<ReadonlyMap<string, Finding>> {
  const items = await listUnder(table, keys.scheduleParent(scheduleId), prefixes.findings);
  return new Map(items.map((item) => Finding.parse(item)).map((finding) => [finding.documentId, finding]));
}

/** Identifies a state, so that an acceptance holds for it alone. */
const stateId = ({ status, differences }: DocumentState): string =>
  digest(JSON.stringify([status, differences]));

export function acceptanceOf(finding: Finding): z.output<typeof Acceptance> | null {
  const { acceptance } = finding;
  return acceptance?.state === stateId(finding) ? acceptance : null;
}

/** The worst state of several documents; `posted` of one without a finding. */
export function worstOf(findings: readonly (Finding | undefined)[]): XeroStatus {
  const statuses = new Set(findings.map((finding) => finding?.status ?? 'posted'));
  const order = ['missing', 'changed', 'posted', 'reconciled'] as const;
  return order.find((status) => statuses.has(status)) ?? 'posted';
}

export const isSameState = (finding: Finding | undefined, state: DocumentState): boolean =>
  stateId(finding ?? POSTED) === stateId(state);

const POSTED: DocumentState = { status: 'posted', differences: [] };

/** Returns the finding of a new state. `since` is an instant. */
export const findingOf = (
  documentId: string,
  before: Finding | undefined,
  { status, differences }: DocumentState,
  since: string,
): Finding => ({
  documentId,
  status,
  differences: [...differences],
  since,
  acceptance: before?.acceptance ?? null,
  version: (before?.version ?? 0) + 1,
});

/** Returns the write of a finding, if the one before it is as it was read. */
export const findingWrite = (scheduleId: string, finding: Finding): Write => ({
  put: { ...keys.finding(scheduleId, finding.documentId), ...finding },
  if: finding.version > 1 ? ['version', '=', finding.version - 1] : 'absent',
});

/** Why a document stays as it is, and who says so. */
export interface GivenAcceptance {
  readonly note: string;
  readonly by: string;
  /** An instant, ISO 8601. */
  readonly at: string;
}

/** Returns an acceptance of the present state. */
export const acceptanceFor = (finding: Finding, given: GivenAcceptance): z.output<typeof Acceptance> => ({
  ...given,
  state: stateId(finding),
});

export const nothingToAccept = (): Refusal =>
  conflict('document/as-sent', 'This document is in Xero as it was sent, so there is nothing to accept.');

export const changedAgain = (): Refusal =>
  conflict(
    'document/changed-again',
    'The document has changed in Xero again. Please check it and try again.',
  );

export function acceptanceWrite(scheduleId: string, finding: Finding, given: GivenAcceptance): Write {
  return {
    update: keys.finding(scheduleId, finding.documentId),
    set: { acceptance: acceptanceFor(finding, given), version: finding.version + 1 },
    if: ['version', '=', finding.version],
    otherwise: changedAgain,
  };
}
