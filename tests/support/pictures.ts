/** The page that each picture of the knowledge base shows, and digests that say when a picture is older than its page. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const PICTURED_PAGES = {
  schedule: 'web/schedules/schedule-page.tsx',
  'opening-journal': 'web/setup/opening-journal.tsx',
  'account-settings': 'web/setup/account-settings.tsx',
  change: 'web/events/change-page.tsx',
  'year-end': 'web/reports/reports-page.tsx',
  spread: 'web/registers/register-page.tsx',
  'division-7a': 'web/registers/register-page.tsx',
  plans: 'web/plans/billing.tsx',
  users: 'web/tenants/tenant-users.tsx',
} as const;

export type PictureName = keyof typeof PICTURED_PAGES;

const PICTURES = Object.keys(PICTURED_PAGES) as PictureName[];
/** Written by `npm run pictures` beside the pictures. */
const DIGESTS = path.resolve('web/help/pictures/pages.json');

/** Frames every page: the menu and the toolbar. */
const SHELL = 'web/shell/shell.tsx';
/** Sources that all pages share. A change of it would make every picture old, though few of them look different. */
const SHARED = /^(?!web\/)|^web\/(?:data|theme|ui)\//;
const IMPORT = /^(?:import|export)\s(?:[^;']*from )?'(\.[^']+)'/gm;

/** Returns the digests that stand beside the pictures, as a file. */
export function pictureDigests(): { readonly file: string; readonly content: string } {
  const digests = Object.fromEntries(PICTURES.map((name) => [name, digestOf(name)]));
  return { file: DIGESTS, content: `${JSON.stringify(digests, null, 2)}\n` };
}

/** Returns the pictures whose page has changed since they were taken. */
export function oldPictures(): PictureName[] {
  const taken = JSON.parse(readFileSync(DIGESTS, 'utf8')) as Readonly<Partial<Record<PictureName, string>>>;
  return PICTURES.filter((name) => taken[name] !== digestOf(name));
}

/** Digests the sources of the page and the shell: components, texts and styles. */
function digestOf(name: PictureName): string {
  const files = new Set<string>();
  for (const file of [PICTURED_PAGES[name], SHELL]) addWithImports(file, files);
  const digest = createHash('sha256');
  for (const file of [...files].toSorted()) digest.update(`${file}\n${readFileSync(file, 'utf8')}\n`);
  return digest.digest('hex').slice(0, 16);
}

/** Dialogs that a page loads when they open are left out. */
function addWithImports(file: string, files: Set<string>): void {
  if (files.has(file) || SHARED.test(file)) return;
  files.add(file);
  for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(IMPORT))
    addWithImports(path.posix.join(path.posix.dirname(file), imported), files);
}
