import type { MailContent } from './port.ts';
import { compose, typedName } from './compose.ts';

/** Asks a user to confirm a new address. `link` works for 7 days. */
export function verifyAddress({ givenName, link }: { givenName: string; link: string }): MailContent {
  return compose({
    subject: 'Confirm your email address',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: ['Please confirm that this is your email address.'],
    action: { label: 'Confirm my email address', link },
    footnotes: ['The link works for 7 days.', 'If you have no account with us, you can ignore this email.'],
  });
}

/** Sends a link to set a new password. `link` works once, for an hour. */
export function recoverPassword({ givenName, link }: { givenName: string; link: string }): MailContent {
  return compose({
    subject: 'Set a new password',
    greeting: `Hello ${typedName(givenName)},`,
    paragraphs: ['We received a request to reset your password.'],
    action: { label: 'Set a new password', link },
    footnotes: [
      'The link works once and expires in one hour.',
      'If you did not ask for it, ignore this email. Your password stays the same.',
    ],
  });
}

/** The content of an invitation. `link` works for 7 days. */
export interface Invitation {
  /** The inviting organisation. */
  tenantName: string;
  /** Full name of the sender. */
  invitedBy: string;
  role: string;
  link: string;
}

/** Invites a registered or new user into an organisation. */
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

/** Informs the old address of a change to another one. `link` restores it for 7 days; null: no link. */
export function addressChanged({ givenName, link }: { givenName: string; link: string | null }): MailContent {
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

function withArticle(role: string): string {
  return /^[AEIOU]/i.test(role) ? `an ${role}` : `a ${role}`;
}
