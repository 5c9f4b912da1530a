import { invalid, Refusal } from '../../domain/refusal.ts';
import { throttle } from '../access/throttle.ts';
import type { ServicesFor } from '../services/context.ts';
import { type Write, commitOne, tryCommitOne } from '../store/table.ts';
import {
  listFactors,
  type PasskeyFactor,
  passkeyUsedWrite,
  type StoredFactor,
  totpUsedWrite,
} from '../records/users/factors.ts';
import { type Credential, verifyAssertion } from './passkeys.ts';
import { isLeft, readRecoveryCodes, useRecoveryCodeWrite } from '../records/users/recovery-codes.ts';
import { stepOfCode, totpContext } from './totp.ts';
import { digest } from '../lib/digest.ts';
import { readUser } from '../records/users/user.ts';
import { wrongFactors } from '../services/mail/templates.ts';
import { keys } from '../store/keys.ts';
import { sendNotice } from './send-notice.ts';

type Services = ServicesFor<'table:write' | 'vault:totp' | 'mail'>;

export interface GivenProof {
  readonly code?: string | undefined;
  readonly assertion?: Credential | undefined;
  readonly recoveryCode?: string | undefined;
}

export interface ProofRequest {
  readonly userId: string;
  /** The caller's address, for the throttle. */
  readonly source: string;
  /** Whose tries the throttle counts together. */
  readonly tries: string;
  /** The challenge that a passkey had to sign; null when none is open. */
  readonly challenge: string | null;
  /** Of the password that was given right before. */
  readonly passwordVersion?: number;
}

export interface Proven {
  readonly factor: 'totp' | 'passkey' | 'recoveryCode';
  /** The time since which the user has the factor, milliseconds since the epoch. */
  readonly since: number;
  /** Uses the proof up, in the transaction of what it allows. */
  readonly write: Write;
}

/**
 * Verifies one proof of a user's factor, after it was counted.
 * @throws Refusal `invalid` naming the field when it is missing, wrong or was used; `throttled` after too many tries.
 */
export async function verifyProof(
  services: Services,
  proof: GivenProof,
  asked: ProofRequest,
): Promise<Proven> {
  const tried = await countWrongProof(services, asked.userId);
  const proven = await verifyGiven(services, proof, asked);
  await tried.takeBack();
  return proven;
}

async function verifyGiven(services: Services, proof: GivenProof, asked: ProofRequest): Promise<Proven> {
  const { table, clock } = services;
  const { userId, source, tries } = asked;
  const count = (kind: string): Promise<void> =>
    throttle(table, clock.now(), 'second factor', { who: `${tries} ${kind}`, source });
  if (proof.code !== undefined) {
    await count('totp');
    return proveCode(services, proof.code, await listFactors(table, userId));
  }
  if (proof.assertion !== undefined) {
    await count('passkey');
    return provePasskey(services, proof.assertion, asked);
  }
  if (proof.recoveryCode !== undefined) {
    await count('recoveryCode');
    return proveRecoveryCode(services, proof.recoveryCode, userId);
  }
  throw invalid('code', 'factor/no-proof', 'Please provide a code, a passkey or a recovery code.');
}

async function proveCode(
  services: Services,
  code: string,
  factors: readonly StoredFactor[],
): Promise<Proven> {
  const now = services.clock.now();
  for (const factor of factors) {
    if (factor.kind !== 'totp') continue;
    const secret = await services.vault.open(
      factor.sealedSecret,
      totpContext(factor.userId, factor.factorId),
    );
    const step = await stepOfCode(code, { secret, afterStep: factor.lastStep, now });
    if (step !== null)
      return {
        factor: 'totp',
        since: sinceOf(factor),
        write: totpUsedWrite(factor, { step, now, otherwise: wrongCode }),
      };
  }
  throw wrongCode();
}

/** @throws Refusal `invalid` for a passkey that is another user's, was removed, or signed something else. */
export async function provePasskey(
  services: Pick<Services, 'table' | 'clock' | 'origin' | 'log'>,
  assertion: Credential,
  { userId, challenge, passwordVersion }: Omit<ProofRequest, 'source' | 'tries'>,
): Promise<Proven & { readonly passkey: PasskeyFactor }> {
  const factors = await listFactors(services.table, userId);
  const factor = factors.find((own) => own.kind === 'passkey' && own.credentialId === assertion.id);
  if (factor?.kind !== 'passkey' || challenge === null) throw wrongPasskey();
  const counter = await verifyAssertion(services, assertion, { factor, challenge });
  if (counter === null) throw wrongPasskey();
  const now = services.clock.now();
  return {
    factor: 'passkey',
    since: sinceOf(factor),
    write: passkeyUsedWrite(factor, { counter, now, passwordVersion, otherwise: wrongPasskey }),
    passkey: factor,
  };
}

async function proveRecoveryCode({ table }: Services, code: string, userId: string): Promise<Proven> {
  const codes = await readRecoveryCodes(table, userId);
  if (!codes || !isLeft(userId, code, codes)) throw wrongRecoveryCode();
  return {
    factor: 'recoveryCode',
    since: codes.createdAt,
    write: useRecoveryCodeWrite(userId, code, wrongRecoveryCode),
  };
}

const sinceOf = ({ confirmedAt }: StoredFactor): number => confirmedAt ?? Infinity;

export const wrongCode = (): Refusal =>
  invalid(
    'code',
    'factor/wrong-code',
    'This code is not right, or was used already. Please wait for the next one.',
  );

const wrongPasskey = (): Refusal =>
  invalid('assertion', 'factor/wrong-passkey', 'This passkey was not accepted. Please try again.');

const wrongRecoveryCode = (): Refusal =>
  invalid(
    'recoveryCode',
    'factor/wrong-recovery-code',
    'This recovery code is not right, or was used already.',
  );

const TOLD_AT = 5;
const MOST = 100;

/** Longer than a session lasts, and renewed by each try. */
const KEPT_SECONDS = 365 * 86_400;

/**
 * Counts a try as wrong before it is checked, so that parallel ones gain nothing.
 * @returns how to take it back when it was right
 * @throws Refusal `throttled` after a hundred.
 */
async function countWrongProof(
  services: ServicesFor<'table:write' | 'mail'>,
  userId: string,
): Promise<{ readonly takeBack: () => Promise<void> }> {
  const { table, clock } = services;
  const user = await readUser(table, userId);
  const key = keys.throttle(digest(`wrong factors\n${userId}\n${user.passwordVersion}`));
  const item = await commitOne(table, {
    update: key,
    set: { ttl: Math.ceil(clock.now() / 1000) + KEPT_SECONDS },
    add: { count: 1 },
    if: { any: ['absent', ['count', '<', MOST]] },
    otherwise: tooManyWrong,
  });
  if (item?.['count'] === TOLD_AT) await sendNotice(services, { to: user.email, ...wrongFactors(user) });
  return {
    takeBack: async () => {
      await tryCommitOne(table, { update: key, add: { count: -1 }, if: ['count', '>', 0] });
    },
  };
}

const tooManyWrong = (): Refusal =>
  new Refusal(
    'throttled',
    'factor/too-many-wrong',
    'Too many wrong second factors. Please set a new password by “Forgot your password?” first.',
  );
