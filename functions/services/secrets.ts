/** The names of the secrets. The client decides where they are stored. */
export type SecretName =
  | 'token-private-key'
  | 'xero-client-secret'
  | 'stripe-secret-key'
  | 'stripe-webhook-secret'
  | 'vault-key';

export interface Secrets {
  /** @throws Error for an unknown name. */
  read(name: SecretName): Promise<string>;
}
