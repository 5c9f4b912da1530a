import type { MailContent } from './port.ts';
import { compose, typedName } from './compose.ts';

/** Asks a new user, or one with a new address, to confirm it. `link` works for 7 days. */
export function verifyAddress({ givenName, link }: { givenName: string; link: string }): MailContent {
  return compose({
    subject: 'Confirm your email address',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: ['Please confirm that this is your email address.'],
    action: { label: 'Confirm my email address', link },
    footnotes: ['The link works for 7 days.', 'If you have no account with us, you can ignore this email.'],
  });
}

/** Lets a user who forgot the password set a new one. `link` works once, for an hour. */
export function recoverPassword({ givenName, link }: { givenName: string; link: string }): MailContent {
  return compose({
    subject: 'Set a new password',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: ['Somebody, hopefully you, asked to set a new password for your account.'],
    action: { label: 'Set a new password', link },
    footnotes: [
      'The link works once, for one hour.',
      'If it was not you, ignore this email: your password stays as it is.',
    ],
  });
}

/** What an invitation says. `link` works for 7 days. */
export interface Invitation {
  /** The organisation that invites. */
  tenantName: string;
  /** Full name of whoever sent it. */
  invitedBy: string;
  role: string;
  link: string;
}

/** Invites somebody, registered or not, into an organisation. */
export function invitation(invited: Invitation): MailContent {
  const { role, link } = invited;
  const [tenantName, invitedBy] = [typedName(invited.tenantName), typedName(invited.invitedBy)];
  return compose({
    subject: 'You are invited to Paydown',
    greeting: 'Hello,',
    paragraphs: [`${invitedBy} invites you to join ${tenantName} on Paydown as ${withArticle(role)}.`],
    action: { label: 'Accept the invitation', link },
    footnotes: [
      'The link works for 7 days.',
      `If you do not know ${invitedBy} or ${tenantName}, you can ignore this email.`,
    ],
  });
}

/** Tells the old address that the account has moved to another one. `link` undoes it for 7 days; null without a way back. */
export function addressChanged({ givenName, link }: { givenName: string; link: string | null }): MailContent {
  return compose({
    subject: 'Your email address was changed',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: [
      'The email address of your account was changed. From now on you sign in with the new address, and this one is no longer used.',
      ...(link === null
        ? []
        : ['If it was not you, use this link to get your account back and set a new password.']),
    ],
    ...(link === null ? {} : { action: { label: 'This wasn’t me', link } }),
    footnotes: link === null ? [] : ['The link works for 7 days. If you made the change, ignore this email.'],
  });
}

function withArticle(role: string): string {
  return /^[AEIOU]/i.test(role) ? `an ${role}` : `a ${role}`;
}
