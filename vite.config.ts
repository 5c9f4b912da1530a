/** The site: `scripts/build/site.ts` builds it, and `scripts/dev.ts` serves it with hot replacement. */
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { helpPages } from './scripts/build/help-pages.ts';
import { licences } from './scripts/build/licences.ts';
import { dropUnusedTokens } from './scripts/build/unused-tokens.ts';

/**
 * 1) The main script, with the pages that are opened first. 2) The dialog of forms. 3) to 5) Modules of several pages, so
 * that a page doesn't load forty small chunks. Three chunks load in parallel and take fewer round trips than one. 6) Those
 * that compute loans or read documents, which a page that shows figures doesn't need.
 */
const chunks = [
  { name: 'main', tags: ['$initial' as const] },
  { name: 'dialog', test: /[\\/]ui[\\/](name-)?dialog\.tsx$/ },
  { name: 'vendor', test: /[\\/](dayjs|octicons-react|@primer[\\/]react)[\\/]/, minShareCount: 3 },
  { ...unlessComputing('rules'), test: /[\\/]domain[\\/]/, minShareCount: 3 },
  { ...unlessComputing('shared'), test: isOfSite, minShareCount: 3 },
  { name: 'computing', test: isOfSite, minShareCount: 3 },
];

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** Names a chunk for modules that don't compute. */
function unlessComputing(debugName: string) {
  const name = (id: string, modules: Modules) => (computes(id, modules) ? null : debugName);
  return { name, debugName };
}

const COMPUTING = /[\\/](decimal\.js|domain[\\/]import)[\\/]/;
const known = new Map<string, boolean>();

/** Whether the module imports decimal arithmetic or the reader of documents, itself or by others. */
function computes(id: string, modules: Modules): boolean {
  const found = known.get(id);
  if (found !== undefined) return found;
  known.set(id, COMPUTING.test(id));
  const imported = modules.getModuleInfo(id)?.importedIds ?? [];
  if (imported.some((other) => computes(other, modules))) known.set(id, true);
  return known.get(id) === true;
}

/** Returns true for the site's modules. The form of schedules begins to load its parts, so it stays apart. */
function isOfSite(id: string): boolean {
  const file = path.relative(import.meta.dirname, id).replaceAll('\\', '/');
  return /^(web|domain)\//.test(file) && file !== 'web/contract/schedule-form.tsx';
}

/** The parser of PDFs is a module that is copied as it is. Storage knows the type of `.js` for certain. */
const assetFileNames = ({ names: [name = ''] }: { readonly names: readonly string[] }): string =>
  `assets/[name]-[hash].${name.endsWith('.mjs') ? 'js' : '[ext]'}`;

export default defineConfig({
  root: path.join(import.meta.dirname, 'web'),
  plugins: [react(), helpPages(), licences(), dropUnusedTokens()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // One stylesheet, so that its rules have the same order whichever pages were visited.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // The reader of PDFs, which loads when a PDF is chosen, has 501 KB.
    chunkSizeWarningLimit: 520,
    rolldownOptions: { output: { codeSplitting: { groups: chunks }, assetFileNames } },
  },
  worker: { format: 'es' },
});
