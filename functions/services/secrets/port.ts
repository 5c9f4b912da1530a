/** What is secret; where it is kept is the client's affair. */
export type SecretName =
  'token-private-key' | 'xero-client-secret' | 'stripe-secret-key' | 'stripe-webhook-secret' | 'vault-key';

export interface Secrets {
  /** @throws Error when there is none of that name. */
  read(name: SecretName): Promise<string>;
}
