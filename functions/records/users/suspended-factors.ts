/**
 * Factors and recovery codes that a thief may have added. A password reset by mail suspends those of the last seven days:
 * a thief who had the password then can't keep the account. They count again when an older factor, or the link in the
 * mail about them, has decided.
 */
import { keys } from '../../store/keys.ts';
import type { TableReader, Write } from '../../store/table.ts';
import { confirmedFactors, counts, everyFactor, type StoredFactor } from './factors.ts';
import { deleteRecoveryCodesWrite, readAnyCodes } from './recovery-codes.ts';

const DOUBTED_MS = 7 * 86_400_000;

/** The writes of a change of several factors, and the number of those that count afterwards. */
export interface FactorChange {
  readonly writes: readonly Write[];
  readonly factorCount: number;
  readonly isRemoval: boolean;
}

/** Suspends what was added in the last seven days. */
export async function suspendYoung(table: TableReader, userId: string, now: number): Promise<FactorChange> {
  const [factors, codes] = await Promise.all([confirmedFactors(table, userId), readAnyCodes(table, userId)]);
  const isYoung = (since: number): boolean => since > now - DOUBTED_MS;
  const young = factors.filter((factor) => counts(factor) && isYoung(factor.confirmedAt ?? 0));
  const suspend = { set: { suspendedAt: now }, if: 'present' } as const;
  return {
    writes: [
      ...young.map(({ factorId }) => ({ update: keys.factor(userId, factorId), ...suspend })),
      ...(codes !== null && codes.suspendedAt === undefined && isYoung(codes.createdAt)
        ? [{ update: keys.recoveryCodes(userId), ...suspend }]
        : []),
    ],
    factorCount: factors.filter(counts).length - young.length,
    isRemoval: false,
  };
}

/** Lets suspended factors and codes count again. `provenSince` is the age of the factor that decides; null: the link. */
export async function releaseSuspended(
  table: TableReader,
  userId: string,
  provenSince: number | null,
): Promise<FactorChange> {
  const [factors, codes] = await Promise.all([confirmedFactors(table, userId), readAnyCodes(table, userId)]);
  const isDecided = (suspendedAt: number | undefined): boolean =>
    suspendedAt !== undefined && (provenSince === null || provenSince <= suspendedAt - DOUBTED_MS);
  const released = factors.filter(({ suspendedAt }) => isDecided(suspendedAt));
  const release = { remove: ['suspendedAt'], if: 'present' } as const;
  return {
    writes: [
      ...released.map(({ factorId }) => ({ update: keys.factor(userId, factorId), ...release })),
      ...(isDecided(codes?.suspendedAt) ? [{ update: keys.recoveryCodes(userId), ...release }] : []),
    ],
    factorCount: factors.filter(counts).length + released.length,
    isRemoval: false,
  };
}

interface Kept {
  /** Whether a confirmed factor stays. One that waits for its confirmation never does. */
  readonly factor: (factor: StoredFactor) => boolean;
  /** Recovery codes that are older stay, if a factor does; milliseconds since the epoch. */
  readonly codesBefore: number;
}

/** Removes the factors and codes that are not kept. Suspended ones that are kept count again. */
export async function keepFactors(table: TableReader, userId: string, kept: Kept): Promise<FactorChange> {
  const [factors, codes] = await Promise.all([everyFactor(table, userId), readAnyCodes(table, userId)]);
  const isKept = (factor: StoredFactor): boolean => factor.confirmedAt !== null && kept.factor(factor);
  const [stay, go] = [factors.filter(isKept), factors.filter((factor) => !isKept(factor))];
  const areCodesKept = codes !== null && stay.length > 0 && codes.createdAt < kept.codesBefore;
  const isSuspended = ({ suspendedAt }: { readonly suspendedAt?: number | undefined }): boolean =>
    suspendedAt !== undefined;
  const release = { remove: ['suspendedAt'], if: 'present' } as const;
  return {
    writes: [
      ...go.map(({ factorId }) => ({ delete: keys.factor(userId, factorId) })),
      ...stay
        .filter(isSuspended)
        .map(({ factorId }) => ({ update: keys.factor(userId, factorId), ...release })),
      ...(codes !== null && !areCodesKept ? [deleteRecoveryCodesWrite(userId)] : []),
      ...(areCodesKept && isSuspended(codes) ? [{ update: keys.recoveryCodes(userId), ...release }] : []),
    ],
    factorCount: stay.length,
    isRemoval: go.some(({ confirmedAt }) => confirmedAt !== null) || (codes !== null && !areCodesKept),
  };
}

/**
 * Removes all factors and codes: lost ones, or what was added before the first proof of the mailbox, whose owner may be
 * another person than the one who registered.
 */
export const removeAllFactors = (table: TableReader, userId: string): Promise<FactorChange> =>
  keepFactors(table, userId, { factor: () => false, codesBefore: 0 });
