/** Encrypts the secrets of others, such as Xero's tokens, at rest. */
export interface Vault {
  /**
   * Encrypts a text. Only `open` with the same `context` decrypts it: a word for the kind of secret, which roles grant,
   * and ids.
   */
  seal(plaintext: string, context: string): Promise<string>;
  /** @throws Error for a changed text, another context or another key */
  open(sealed: string, context: string): Promise<string>;
}
