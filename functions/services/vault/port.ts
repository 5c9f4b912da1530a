/** Keeps secrets of others (Xero's tokens) unreadable at rest. */
export interface Vault {
  /** `context` must be given again to open: what was sealed for one owner opens for no other. */
  seal(plaintext: string, context: string): Promise<string>;
  /** @throws Error when the text was changed, or sealed under another context or key. */
  open(sealed: string, context: string): Promise<string>;
}
