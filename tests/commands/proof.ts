/** `npm run proof`: every long proof, or those named. */
import { runEach } from './run-each.ts';

runEach('proof', process.argv.slice(2));
