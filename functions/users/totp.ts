/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds. The only file that knows the library. */
import { generateSecret, generateURI, verify } from 'otplib/functional';

const STEP_SECONDS = 30;
const ISSUER = 'Paydown';

export interface NewTotp {
  readonly secret: string;
  readonly otpauthUrl: string;
}

export function newTotp(email: string): NewTotp {
  const secret = generateSecret();
  return { secret, otpauthUrl: generateURI({ issuer: ISSUER, label: email, secret }) };
}

/**
 * Returns the time step of a code, or null when it is wrong. Codes of one step before and after are accepted, and none up
 * to `afterStep`.
 */
export async function stepOfCode(
  code: string,
  { secret, afterStep, now }: { readonly secret: string; readonly afterStep: number; readonly now: number },
): Promise<number | null> {
  const epoch = Math.floor(now / 1000);
  const result = await verify({
    secret,
    token: code,
    epoch,
    epochTolerance: STEP_SECONDS,
    afterTimeStep: afterStep,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** The context that the secret of a factor is sealed with. */
export const totpContext = (userId: string, factorId: string): string => `totp ${userId} ${factorId}`;
