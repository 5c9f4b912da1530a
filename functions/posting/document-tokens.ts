/** The tokens that documents carry in their reference or narration, unique for ever, and their page at Paydown. */
import type { StoredSchedule } from '../schedules/schedule-store.ts';

/** Which of the documents of a payment or an event it is. */
export interface TokenOf {
  /** 0 for the payment as a whole. */
  readonly part?: number;
  readonly attempt: number;
  /** The document mirrors the one of that attempt. */
  readonly isMirror?: boolean;
}

/** The token of payment `number`: `PD-{scheduleId}-{number}`, then `.{part}`, `/{attempt}` from 2 on, `R` for a mirror. */
export const paymentToken = (scheduleId: string, number: number, of: TokenOf): string =>
  `PD-${scheduleId}-${number}${suffixOf(of)}`;

/** The token of event `number`: `PD-{scheduleId}-E{number}`, then as that of a payment. */
export const eventToken = (scheduleId: string, number: number, of: TokenOf): string =>
  `PD-${scheduleId}-E${number}${suffixOf(of)}`;

const suffixOf = ({ part = 0, attempt, isMirror = false }: TokenOf): string =>
  `${part > 0 ? `.${part}` : ''}${attempt > 1 ? `/${attempt}` : ''}${isMirror ? 'R' : ''}`;

/** The token of the next opening journal: `PD-{scheduleId}-OB{attempt}`. */
export const openingToken = ({
  scheduleId,
  openingAttempts,
}: Pick<StoredSchedule, 'scheduleId' | 'openingAttempts'>): string =>
  `PD-${scheduleId}-OB${openingAttempts + 1}`;

/** The address of a schedule's page, which Xero shows as "Go to Paydown"; of one payment with its id. */
export function scheduleUrl(
  origin: string,
  { entityId, scheduleId }: { readonly entityId: string; readonly scheduleId: string },
  paymentId?: string,
): string {
  const page = `${origin}/entity/${entityId}/${scheduleId}`;
  return paymentId === undefined ? page : `${page}?paymentId=${paymentId}`;
}

/** The contract number first, so that the document reads like the bank line. Its length leaves room for the token. */
export const referenceOf = (
  { contractNumber }: Pick<StoredSchedule, 'contractNumber'>,
  token: string,
): string => (contractNumber === '' ? token : `${contractNumber} ${token}`);
