/** Who somebody is according to Xero, handed from its callback to the sign-up form. */
import type { Answer } from '../api.ts';

const STORED = 'paydown.signup';

type Callback = Answer<'GET /v1/connections/xero'>['data'];
export type SignupData = Exclude<Callback, readonly unknown[]>;

export function storeSignupData(data: SignupData): void {
  sessionStorage.setItem(STORED, JSON.stringify(data));
}

/** What Xero told, once; nothing for everybody else. */
export function takeSignupData(): Partial<SignupData> {
  const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Partial<SignupData>;
  sessionStorage.removeItem(STORED);
  return stored;
}
