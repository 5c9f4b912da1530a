/**
 * Runs before the first paint and before the main script has loaded: sets the theme without a flash, and starts to load
 * the scripts and the data of the page.
 */
import { firstPageAt } from './first-pages.ts';
import { readSession, tenantOf } from './data/stored-session.ts';
import { paintTheme, storedTheme } from './theme/theme.ts';
import { startReads } from './data/transport.ts';
import { today } from './ui/dates.ts';

/** The scripts of the shell and of each page in `first-pages.ts`, by source file; filled in by the build. */
declare const SHELL_SCRIPTS: readonly string[];
declare const PAGE_SCRIPTS: Readonly<Record<string, readonly string[]>>;
/** The scripts of the login page; filled in by the build. */
declare const LOGIN_SCRIPTS: readonly string[];

paintTheme(storedTheme());
const session = readSession();
if (session) {
  SHELL_SCRIPTS.forEach(preload);
  const page = firstPageAt(location);
  if (page) {
    PAGE_SCRIPTS[page.source]?.forEach(preload);
    if (tenantOf(session) !== null) startReads(session.token, page.reads);
  }
  // The first date in the business time zone takes a browser 15 ms, which it has while it waits for the scripts.
  setTimeout(today);
} else if (location.pathname === '/' || location.pathname === '/login') {
  LOGIN_SCRIPTS.forEach(preload);
}

function preload(script: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = script;
  document.head.append(link);
}
