/** The site: `scripts/build/site.ts` builds it, and `scripts/dev.ts` serves it with hot replacement. */
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { helpPages } from './scripts/build/help-pages.ts';
import { unusedTokens } from './scripts/build/unused-tokens.ts';

/**
 * 1) The main script, with the pages that are opened first. 2) The dialog of forms. 3) Modules of several pages, so that
 * a page doesn't load forty small chunks.
 */
const chunks = [
  { name: 'main', tags: ['$initial' as const] },
  { name: 'dialog', test: /[\\/]ui[\\/](name-)?dialog\.tsx$/ },
  { name: 'shared', test: isOfSite, minShareCount: 3 },
];

/** Returns true for the site's modules and icons. The form of schedules begins to load its parts, so it stays apart. */
function isOfSite(id: string): boolean {
  const file = path.relative(import.meta.dirname, id).replaceAll('\\', '/');
  return /^(web|domain)\/|\/octicons-react\//.test(file) && file !== 'web/contract/schedule-form.tsx';
}

export default defineConfig({
  root: path.join(import.meta.dirname, 'web'),
  plugins: [react(), helpPages()],
  css: { lightningcss: { unusedSymbols: unusedTokens() } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // One stylesheet, so that its rules have the same order whichever pages were visited.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
});
