import { paths } from '../paths.ts';
/** Where somebody wanted to go before they had to log in. */
const STORED = 'paydown.return';

export function rememberReturnPath(): void {
  sessionStorage.setItem(STORED, location.pathname + location.search);
}

/** The remembered path, once; home without one. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(STORED) ?? paths.home;
  sessionStorage.removeItem(STORED);
  return path;
}
