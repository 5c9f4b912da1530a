/** The user's details from Xero, passed from the callback to the registration form. */
import type { Answer } from './api.ts';

const STORED = 'paydown.signup';

type Callback = Answer<'GET /v1/connections/xero'>['data'];
export type SignupData = Exclude<Callback, readonly unknown[]>;

export function storeSignupData(data: SignupData): void {
  sessionStorage.setItem(STORED, JSON.stringify(data));
}

/** Returns the details from Xero once; empty without them. */
export function takeSignupData(): Partial<SignupData> {
  const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Partial<SignupData>;
  sessionStorage.removeItem(STORED);
  return stored;
}
