/** `npm run proof`: every long proof, or those named. */
import { runEach } from './run-each.ts';

await runEach('proof', process.argv.slice(2));
