/**
 * The brakes on registrations. Above them, a link mailed to the address comes first, so that nobody is refused and no
 * account is made for a stranger's mailbox.
 */
import * as z from 'zod';
import { invalid, type Refusal } from '../../domain/refusal.ts';
import { truncated } from '../access/network.ts';
import { type Act, throttle, TooOften } from '../access/throttle.ts';
import { digest } from '../lib/digest.ts';
import { addressHash } from '../records/users/mail-tokens.ts';
import type { Base, ServicesFor } from '../services/context.ts';
import { registrationLink } from '../services/mail/templates.ts';
import { keys, mailboxOf } from '../store/keys.ts';
import { commitOne, type Key, type Table, type TableReader } from '../store/table.ts';

const LIFETIME_MS = 86_400_000;

const Link = z.object({ addressHash: z.string(), expiresAt: z.number() });

interface Registrant {
  readonly email: string;
  /** The network address of the request. */
  readonly source: string;
}

/** The code of the log line of which an alarm counts those with `by: 'register in all'`. */
const BRAKED = 'register/braked';

/** Counts a registration, and returns whether it is above a brake. `counted` collects the windows for `uncount`. */
export async function needsLink(
  { table, clock, limits, log }: { readonly table: Table } & Pick<Base, 'clock' | 'limits' | 'log'>,
  { email, source }: Registrant,
  counted: Key[],
): Promise<boolean> {
  const brakes: readonly (readonly [Act, who: string, most?: number])[] = [
    ['register a mailbox', mailboxOf(email)],
    ['register in a network', truncated(source), limits.registrations],
    ['register in all', '', limits.registrationsInAll],
  ];
  for (const [act, who, most] of brakes) {
    if (await isAllowed(throttle(table, clock.now(), act, { who, source, most }, counted))) continue;
    log.warn('registration asks for a mailed link', { code: BRAKED, by: act, source: truncated(source) });
    return true;
  }
  return false;
}

/** False when the limit was reached. */
async function isAllowed(counting: Promise<void>): Promise<boolean> {
  try {
    await counting;
    return true;
  } catch (error) {
    if (error instanceof TooOften) return false;
    throw error;
  }
}

/**
 * Mails the link, whether or not an account has the address. A mailbox that has five of the last hour gets no more, since
 * each of them works.
 * @throws TooOften above the limit of the network, until the minute is over.
 */
export async function mailRegistrationLink(
  { table, clock, ids, origin, mail }: ServicesFor<'table:write' | 'mail'>,
  { email, source }: Registrant,
): Promise<{ readonly mailedTo: string }> {
  const now = clock.now();
  await throttle(table, now, 'registration links of a network', { who: truncated(source), source });
  if (await isAllowed(throttle(table, now, 'registration link', { who: mailboxOf(email), source }))) {
    const token = ids.secret();
    const expiresAt = now + LIFETIME_MS;
    const link = { addressHash: addressHash(email), expiresAt } satisfies z.output<typeof Link>;
    await commitOne(table, { put: { ...keyOf(token), ...link, ttl: Math.ceil(expiresAt / 1000) } });
    const query = new URLSearchParams({ email, token }).toString();
    await mail.send({ to: email, ...registrationLink({ link: `${origin}/register?${query}` }) });
  }
  return { mailedTo: email };
}

/** @throws Refusal `invalid` for a token that is unknown, expired or was mailed to another address. */
export async function requireLink(
  { table, clock }: { readonly table: TableReader } & Pick<Base, 'clock'>,
  token: string,
  email: string,
): Promise<void> {
  const link = Link.safeParse(await table.get(keyOf(token)));
  if (!link.success || link.data.expiresAt <= clock.now() || link.data.addressHash !== addressHash(email)) {
    throw linkInvalid();
  }
}

const keyOf = (token: string): Key => keys.registrationLink(digest(token));

function linkInvalid(): Refusal {
  const message = 'This link no longer works. Please create your account again.';
  return invalid('token', 'register/link-invalid', message);
}
