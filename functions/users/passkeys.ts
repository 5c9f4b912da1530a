/** Passkeys (WebAuthn) with user verification. The only file that knows the library. */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Log } from '../lib/log.ts';
import { fullName, type StoredUser } from '../records/users/user.ts';
import type { PasskeyFactor } from '../records/users/factors.ts';

/** A browser's answer, as the wire has it. */
export interface Credential {
  readonly id: string;
  readonly response: Readonly<Record<string, unknown>>;
}

interface Site {
  readonly origin: string;
  readonly log: Log;
}

type Known = Pick<PasskeyFactor, 'credentialId' | 'transports'>;

/** EdDSA, ES256 and RS256, which every authenticator of today knows one of. */
const supportedAlgorithmIDs = [-8, -7, -257];

const rpId = (origin: string): string => new URL(origin).hostname;

const descriptor = ({ credentialId, transports }: Known) => ({
  id: credentialId,
  transports: [...transports],
});

export async function registrationOptions(
  { origin }: Pick<Site, 'origin'>,
  user: StoredUser,
  known: readonly Known[],
) {
  const options = await generateRegistrationOptions({
    rpName: 'Paydown',
    rpID: rpId(origin),
    userName: user.email,
    userID: new TextEncoder().encode(user.userId),
    userDisplayName: fullName(user),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** Returns the facts of a new passkey, or null when the answer is not to this challenge or not of this site. */
export async function verifyRegistration(
  { origin, log }: Site,
  answer: Credential,
  challenge: string,
): Promise<Pick<PasskeyFactor, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
    if (!registrationInfo) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: [...transports],
    };
  } catch (error) {
    log.info('a passkey could not be registered', { error });
    return null;
  }
}

/** Returns the options to prove a passkey: one of those allowed, or any of the site when none are given. */
export async function authenticationOptions({ origin }: Pick<Site, 'origin'>, allowed: readonly Known[]) {
  const options = await generateAuthenticationOptions({
    rpID: rpId(origin),
    allowCredentials: allowed.map(descriptor),
    userVerification: 'required',
  });
  return { ...options };
}

/** Returns the passkey's new counter, or null when the answer does not prove this passkey. */
export async function verifyAssertion(
  { origin, log }: Site,
  answer: Credential,
  { factor, challenge }: { readonly factor: PasskeyFactor; readonly challenge: string },
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId(origin),
      requireUserVerification: true,
      credential: {
        id: factor.credentialId,
        publicKey: new Uint8Array(Buffer.from(factor.publicKey, 'base64url')),
        counter: factor.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    log.info('a passkey was refused', { error });
    return null;
  }
}

/** The id of the user that a passkey says it belongs to; null when it says nothing. */
export function userIdOf({ response: { userHandle } }: Credential): string | null {
  if (typeof userHandle !== 'string' || userHandle === '') return null;
  return Buffer.from(userHandle, 'base64url').toString('utf8');
}
