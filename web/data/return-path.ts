import { paths } from './paths.ts';
/** The address that a user wanted before they had to log in. */
const STORED = 'paydown.return';

export function rememberReturnPath(): void {
  sessionStorage.setItem(STORED, location.pathname + location.search);
}

/** Returns the remembered path once; without one the home page. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(STORED) ?? paths.home;
  sessionStorage.removeItem(STORED);
  return path;
}

/** Forgets the address: it is not of the organisation that a new user begins with. */
export function forgetReturnPath(): void {
  sessionStorage.removeItem(STORED);
}
