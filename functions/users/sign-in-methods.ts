import type { ServicesFor } from '../services/context.ts';
import type { METHODS } from '../api/authentication.ts';
import { type PasskeyFactor, listFactors } from '../records/users/factors.ts';
import { authenticationOptions } from './passkeys.ts';
import { readRecoveryCodes } from '../records/users/recovery-codes.ts';

type Method = (typeof METHODS)[number];

/** Returns the ways in which a user can prove a factor, and what a passkey has to sign. */
export async function methodsOf(
  { table, origin, ids }: ServicesFor<'table:read'>,
  userId: string,
): Promise<{
  methods: Method[];
  challenge: string;
  passkeyOptions?: Awaited<ReturnType<typeof authenticationOptions>>;
}> {
  const [factors, codes] = await Promise.all([listFactors(table, userId), readRecoveryCodes(table, userId)]);
  const passkeys = factors.filter((factor): factor is PasskeyFactor => factor.kind === 'passkey');
  const methods: Method[] = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(factors.some(({ kind }) => kind === 'totp') ? (['totp'] as const) : []),
    ...(codes && Object.keys(codes.codes).length > 0 ? (['recoveryCode'] as const) : []),
  ];
  if (passkeys.length === 0) return { methods, challenge: ids.secret() };
  const passkeyOptions = await authenticationOptions({ origin }, passkeys);
  return { methods, challenge: passkeyOptions.challenge, passkeyOptions };
}
