/** Names of what is secret; where they are kept is the client's affair. */
export type SecretName =
  | 'token-private-key'
  | 'token-public-key'
  | 'xero-client-secret'
  | 'stripe-secret-key'
  | 'stripe-webhook-secret'
  | 'origin-secret';

export interface Secrets {
  /** @throws Error when there is none of that name. */
  read(name: SecretName): Promise<string>;
}
