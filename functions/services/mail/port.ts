/** A mail's content in both forms, made by `templates.ts`. */
export interface MailContent {
  subject: string;
  /** Each link is alone on its line. */
  text: string;
  html: string;
}

export interface OutgoingMail extends MailContent {
  to: string;
  /** An address that ends such mails by a POST, without a session (RFC 8058). */
  unsubscribe?: string | undefined;
}

/** Sends mail from the product's own address. */
export interface Mail {
  /** Resolves when the queue, or the provider, has accepted the mail. Throws `VendorFailure` when it does not. */
  send(mail: OutgoingMail): Promise<void>;
}
