/** The names of the kinds of second factors. */
export const FACTOR_KINDS = { totp: 'Authenticator app', passkey: 'Passkey' } as const;
