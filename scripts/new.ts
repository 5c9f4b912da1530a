/**
 * `npm run new -- route|job|event-kind|page NAME`: makes the files of a new part and its rows in tables, as a working
 * example to change. CONTRIBUTING.md says what follows.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf, UsageError } from './new/files.ts';

try {
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  const files = Object.entries(filesOf(process.argv.slice(2), read));
  for (const [file, content] of files) {
    console.log(`${existsSync(file) ? 'changed' : 'created'} ${file}`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  console.log('Change the example, then run npm run format and npm run typecheck.');
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
