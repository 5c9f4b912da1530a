/**
 * Translates the stack trace of a built function into positions in the sources.
 *
 *     npm run trace -- schedules/create-schedule < stack.txt
 */
import { SourceMap } from 'node:module';
import { text } from 'node:stream/consumers';
import { buildFunctions, sourceMapOf } from './build/functions.ts';

const [handler = ''] = process.argv.slice(2);
const { bundles } = await buildFunctions();
if (!(handler in bundles)) {
  console.error(
    `There is no function "${handler}". Name its handler, for example schedules/create-schedule.`,
  );
  process.exit(1);
}
const map = new SourceMap(await sourceMapOf(handler));
const translated = (await text(process.stdin)).replaceAll(
  /[^\s()]*index\.mjs:(\d+):(\d+)/g,
  (position, line, column) => {
    const origin = map.findOrigin(Number(line), Number(column));
    if (!('fileName' in origin)) return position;
    return `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`;
  },
);
process.stdout.write(translated);
