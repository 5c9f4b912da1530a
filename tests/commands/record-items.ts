/**
 * `npm run record-items -- 2026-11-22`: records the items that today's code stores, for the tests that later versions
 * still read them. Run it at the first `deployed/…` tag, and before a deployment whose item shapes are new.
 */
import { createWorld } from '../contract/world.ts';
import { writeRecording } from '../support/recorded-items.ts';

const [name = new Date().toISOString().slice(0, 10)] = process.argv.slice(2);
const items = (await createWorld()).items();
writeRecording(`${name}.json`, items);
console.log(`${items.length} items in tests/fixtures/released/${name}.json`);
