/**
 * Runs before the first paint: nobody sees one theme flash into another, and whoever is signed in needn't wait for
 * the site's script to learn which others its first page takes.
 */
import { SESSION } from '../session-key.ts';
import { paintTheme, storedTheme } from './theme.ts';

/** By the pattern of an address the scripts of its page for somebody signed in; the build fills them in. */
declare const PAGE_SCRIPTS: readonly (readonly [address: string, scripts: readonly string[]])[];

paintTheme(storedTheme());
if (localStorage.getItem(SESSION) !== null) {
  for (const [address, scripts] of PAGE_SCRIPTS) {
    if (new RegExp(address).test(location.pathname)) scripts.forEach(preload);
  }
}

function preload(script: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = script;
  document.head.append(link);
}
