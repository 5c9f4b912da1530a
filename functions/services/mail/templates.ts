import type { MailContent } from './port.ts';
import { compose, nameToStrangers, typedName, typedText } from './compose.ts';

/** Asks a user to confirm a new address, without a name: it may be another person's. `link` works for 7 days. */
export function verifyAddress({ link }: { readonly link: string }): MailContent {
  return compose({
    subject: 'Confirm your email address',
    greeting: 'Hello,',
    paragraphs: ['Please confirm that this is your email address.'],
    action: { label: 'Confirm my email address', link },
    footnotes: ['The link works for 7 days.', 'If you have no account with us, you can ignore this email.'],
  });
}

/** Proves a mailbox before its registration, without a name: it may be a stranger's. `link` works for a day. */
export const registrationLink = ({ link }: { readonly link: string }): MailContent =>
  compose({
    subject: 'Create your account',
    greeting: 'Hello,',
    paragraphs: ['Use this link to create an account with this email address.'],
    action: { label: 'Create my account', link },
    footnotes: [
      'The link works for 24 hours.',
      'If you have an account already, log in instead. If you did not ask for this, ignore this email.',
    ],
  });

/** Asks a new mailbox to confirm that it is the user's. `account`: the masked address of the account that asked. */
export const confirmNewAddress = ({
  link,
  account,
}: {
  readonly link: string;
  readonly account: string;
}): MailContent =>
  compose({
    subject: 'Confirm your new email address',
    greeting: 'Hello,',
    paragraphs: [
      `The account with the address ${account} asks to use this email address. Please confirm it only if the account is yours.`,
    ],
    action: { label: 'Confirm my new email address', link },
    footnotes: [
      'The link works for 7 days.',
      'If the account is not yours, ignore this email. Nothing changes without you.',
    ],
  });

/** Asks the present mailbox to release a change to a new, masked address. */
export const releaseAddress = ({
  link,
  email,
  givenName,
}: {
  readonly link: string;
  readonly email: string;
  readonly givenName: string;
}): MailContent =>
  compose({
    subject: 'Do you want to change your email address?',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: [
      `The new address ${email} was entered for your account. Your organisation requires a second factor, which your account does not have, so the change needs your answer from this mailbox.`,
    ],
    action: { label: 'Change my email address', link },
    footnotes: [
      'The link works for 7 days.',
      'If it was not you, ignore this email and choose “Forgot your password?” on the login page: a new password cancels the change.',
    ],
  });

/** Sends a link to set a new password. `link` works once, for an hour. */
export function recoverPassword({
  givenName,
  link,
}: {
  /** Null for an address that is not confirmed: it may be another person's. */
  readonly givenName: string | null;
  readonly link: string;
}): MailContent {
  return compose({
    subject: 'Set a new password',
    greeting: givenName === null ? 'Hello,' : `Hello ${typedName(givenName)},`,
    paragraphs: ['We received a request to reset your password.'],
    action: { label: 'Set a new password', link },
    footnotes: [
      'The link works once and expires in one hour.',
      'If you did not ask for it, ignore this email. Your password stays the same.',
    ],
  });
}

/** The content of an invitation. `link` works for 7 days. */
export interface InvitationMail {
  /** The inviting organisation. */
  tenantName: string;
  /** Full name of the sender. */
  invitedBy: string;
  /** The sender's confirmed address. */
  address: string;
  role: string;
  link: string;
}

export function invitation(invited: InvitationMail): MailContent {
  const { role, link, address } = invited;
  const [tenantName, invitedBy] = [nameToStrangers(invited.tenantName), nameToStrangers(invited.invitedBy)];
  return compose({
    subject: 'You are invited to Paydown',
    greeting: 'Hello,',
    paragraphs: [
      `${invitedBy} (${address}) invites you to join ${tenantName} on Paydown as ${withArticle(role)}.`,
    ],
    action: { label: 'Accept the invitation', link },
    footnotes: [
      'The link works for 7 days.',
      `If you do not know ${invitedBy} or ${tenantName}, you can ignore this email.`,
    ],
  });
}

/** Informs the address of a user that another one was asked for. */
export const addressRequested = ({ givenName }: { readonly givenName: string }): MailContent =>
  compose({
    subject: 'A new email address waits for its confirmation',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: [
      'A new email address was entered for your account. It takes effect once it is confirmed by the link sent to it. Until then, log in with the present one.',
    ],
    footnotes: [
      'If it was not you, choose “Forgot your password?” on the login page: a new password cancels the change.',
    ],
  });

/** Informs the old address of a change to another one. `link` restores it for 7 days; null: no link. */
export function addressChanged({
  givenName,
  link,
}: {
  readonly givenName: string;
  readonly link: string | null;
}): MailContent {
  return compose({
    subject: 'Your email address was changed',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: [
      'The email address of your account was changed. Log in with the new address from now on.',
      ...(link === null
        ? []
        : ['If you did not change it, use this link to restore your account and set a new password.']),
    ],
    ...(link === null ? {} : { action: { label: 'This wasn’t me', link } }),
    footnotes: link === null ? [] : ['The link works for 7 days. If you made the change, ignore this email.'],
  });
}

interface Changed {
  readonly givenName: string;
  /** Opens the page “This wasn’t me”; works for 7 days. */
  readonly link: string;
}

interface FactorChange extends Changed {
  readonly kind: 'totp' | 'passkey';
  /** As its user named it. */
  readonly name: string;
}

const KINDS = { totp: 'authenticator app', passkey: 'passkey' } as const;

export const factorAdded = ({ kind, name, ...to }: FactorChange): MailContent =>
  notice('A second factor was added', to, [
    `The ${KINDS[kind]} “${typedName(name)}” can now be used to log in to your account.`,
  ]);

export const factorRemoved = ({ kind, name, ...to }: FactorChange): MailContent =>
  notice('A second factor was removed', to, [
    `The ${KINDS[kind]} “${typedName(name)}” can no longer be used to log in to your account.`,
  ]);

export const recoveryCodesRenewed = (to: Changed): MailContent =>
  notice('Your recovery codes were replaced', to, [
    'Your account has ten new recovery codes. The earlier ones no longer work.',
  ]);

export const recoveryCodeUsed = ({ left, ...to }: Changed & { readonly left: number }): MailContent =>
  notice('A recovery code was used', to, [
    `A recovery code was used to log in to your account. It can't be used again; ${left} of ten are left.`,
  ]);

/** @param withdrawn the user’s invitations, not accepted, that were withdrawn with the old password. */
export const passwordChanged = ({ givenName }: { readonly givenName: string }, withdrawn = 0): MailContent =>
  compose({
    subject: 'Your password was changed',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: [
      'The password of your account was changed. All other sessions and your calendar links were ended.',
      ...(withdrawn === 0
        ? []
        : [
            'Invitations that you had sent and that were not accepted were withdrawn. Please send them again.',
          ]),
    ],
    footnotes: ['If it was not you, choose “Forgot your password?” on the login page at once and tell us.'],
  });

/** Tells a user that all factors were removed after the 72 hours. */
export const factorsReset = (to: Changed): MailContent =>
  notice('Your second factors were removed', to, [
    'The 72 hours are over. All second factors and recovery codes of your account were removed, and all sessions ended. Log in with your password and add a new factor.',
  ]);

/** A change of what signs in. Its link is the way back, since a new password alone leaves a thief's factors. */
function notice(subject: string, { givenName, link }: Changed, paragraphs: readonly string[]): MailContent {
  return compose({
    subject,
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: [
      ...paragraphs,
      'If it was not you, use this link. It removes the factors and recovery codes added by then and ends all sessions, and you set a new password.',
    ],
    action: { label: 'This wasn’t me', link },
    footnotes: ['The link works for 7 days. If you made the change, ignore this email.'],
  });
}

export const wrongFactors = ({ givenName }: { readonly givenName: string }): MailContent =>
  compose({
    subject: 'Wrong second factors at your login',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: [
      'Your password was given, but the second factor was wrong five times. If that was not you, another person knows your password.',
    ],
    footnotes: [
      'If it was not you, choose “Forgot your password?” on the login page and set a new password.',
    ],
  });

export const factorsResetCancelled = ({ givenName }: { readonly givenName: string }): MailContent =>
  compose({
    subject: 'Your second factors stay',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: [
      'The removal of your second factors was cancelled, by the link in our mail or by a login with one of them.',
    ],
    footnotes: ['If it was not you, set a new password and ask for the removal again.'],
  });

/** Tells a user that factors from before the first confirmation of the address are gone. */
export const earlyFactorsRemoved = ({ givenName }: { readonly givenName: string }): MailContent =>
  compose({
    subject: 'Please add your second factor again',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: [
      'Your email address is confirmed. The second factors and recovery codes that were added before were removed, since another person could have added them. Please log in and add yours again.',
    ],
    footnotes: [],
  });

interface LinkMail {
  readonly givenName: string;
  readonly link: string;
}

/** Lets a user without factors and codes ask for their removal. `link` works once, for an hour. */
export function resetFactors({ givenName, link }: LinkMail): MailContent {
  return compose({
    subject: 'Remove your lost second factors',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: [
      'You told us that you have lost your second factors and recovery codes. This link starts a wait of 72 hours, after which we remove them and end all sessions.',
    ],
    action: { label: 'Start the 72 hours', link },
    footnotes: [
      'The link works once, for one hour.',
      'If it was not you, set a new password: the password is known to another person.',
    ],
  });
}

/** Tells a user that the wait has begun. `link` cancels the removal until it is over. */
export function factorsResetStarted({ givenName, link }: LinkMail): MailContent {
  return compose({
    subject: 'Your second factors will be removed in 72 hours',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: [
      'You, or an Admin of your organisation, asked us to remove your second factors. In 72 hours we will remove all of them with the recovery codes and end all sessions. If you did not ask for this, cancel it now and set a new password.',
    ],
    action: { label: 'Keep my second factors', link },
    footnotes: ['Logging in with one of these second factors cancels it too.'],
  });
}

/** Announces the end of a trial to the Owner. */
export const trialEnding = ({
  subject,
  message,
  givenName,
  link,
}: {
  readonly subject: string;
  readonly message: string;
  /** Null for an address that is not confirmed: it may be another person's. */
  readonly givenName: string | null;
  readonly link: string;
}): MailContent =>
  compose({
    subject,
    greeting: givenName === null ? 'Hello,' : `Hello ${typedName(givenName)},`,
    paragraphs: [message],
    action: { label: 'Open Billing & Subscription', link },
    footnotes: ['You get this email once, as the owner of the organisation’s subscription.'],
  });

function withArticle(role: string): string {
  return /^[AEIOU]/i.test(role) ? `an ${role}` : `a ${role}`;
}

export interface DigestPart {
  readonly organisation: string;
  readonly messages: readonly { readonly subject: string; readonly message: string }[];
}

/** Messages of an organisation that a digest lists; the others are counted. */
const MOST_LISTED = 20;

/** The daily digest. Names of organisations and schedules are typed by users. */
export function digestMail({
  givenName,
  parts,
  origin,
}: {
  readonly givenName: string;
  readonly parts: readonly DigestPart[];
  readonly origin: string;
}): MailContent {
  const count = parts.reduce((sum, { messages }) => sum + messages.length, 0);
  return compose({
    subject: count === 1 ? 'One thing needs you in Paydown' : `${count} things need you in Paydown`,
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: parts.flatMap(({ organisation, messages }) => [
      `${typedName(organisation)}:`,
      ...messages.slice(0, MOST_LISTED).map(({ subject, message }) => typedText(`${subject}. ${message}`)),
      ...(messages.length > MOST_LISTED ? [`And ${messages.length - MOST_LISTED} more.`] : []),
    ]),
    action: { label: 'See what needs attention', link: `${origin}/attention` },
    footnotes: [
      'You get at most one such email a day, when auto sync stopped, a ledger check differs or a balloon is near.',
      `You can switch it off in your account settings: ${origin}/settings/account_details`,
    ],
  });
}
