/** A mail's content in both forms, made by `templates.ts`. */
export interface MailContent {
  subject: string;
  /** Each link is alone on its line. */
  text: string;
  html: string;
}

/** Sends mail from the product's own address. */
export interface Mail {
  /** Resolves when the queue, or the provider, has accepted the mail. Throws `VendorFailure` when it does not. */
  send(mail: { to: string } & MailContent): Promise<void>;
}
