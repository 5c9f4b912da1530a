/** A mail's content, in both forms. Made by `templates.ts`. */
export interface MailContent {
  subject: string;
  /** Each link stands alone on its line. */
  text: string;
  html: string;
}

/** Sends mail from the product's own address. */
export interface Mailer {
  /** Resolves when the provider has accepted the mail. Throws `MailError`. */
  send(mail: { to: string } & MailContent): Promise<void>;
}

/** The mail provider did not accept a mail. */
export class MailError extends Error {
  override readonly name = 'MailError';
}
