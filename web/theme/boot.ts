/**
 * Runs before the first paint: sets the theme without a flash, and starts to load the scripts of the page before the
 * main script has loaded.
 */
import { SESSION } from '../session-key.ts';
import { paintTheme, storedTheme } from './theme.ts';

/** The scripts of each page after sign-in, by address pattern; filled in by the build. */
declare const PAGE_SCRIPTS: readonly (readonly [address: string, scripts: readonly string[]])[];
/** The scripts of the login page; filled in by the build. */
declare const LOGIN_SCRIPTS: readonly string[];

paintTheme(storedTheme());
if (localStorage.getItem(SESSION) !== null) {
  for (const [address, scripts] of PAGE_SCRIPTS) {
    if (new RegExp(address).test(location.pathname)) scripts.forEach(preload);
  }
} else if (location.pathname === '/' || location.pathname === '/login') {
  LOGIN_SCRIPTS.forEach(preload);
}

function preload(script: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = script;
  document.head.append(link);
}
