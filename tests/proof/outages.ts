/**
 * Xero, Stripe and mail down for an hour, losing answers, slow by 20 s, or answering garbage; steps of the clock by an
 * hour; a full disk. Every refusal must be a sentence for people, and afterwards everything heals by itself: auto sync
 * continues, payments are posted once, a paid plan arrives. `--only xero` selects scenes, and `--plant silent` takes the
 * sentences out of the answers, which the proof finds.
 */
import { parseArgs } from 'node:util';
import { removeDataDir } from '../support/local-product.ts';
import { Answers } from './outages/answers.ts';
import { clockSteps, fullDisk } from './outages/machine.ts';
import { mailOutages, stripeOutages, xeroOutages } from './outages/vendors.ts';
import { World } from './outages/world.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, plant: { type: 'string' } } });

const SCENES = {
  disk: fullDisk,
  clock: clockSteps,
  mail: mailOutages,
  stripe: stripeOutages,
  xero: xeroOutages,
} as const;

const answers = new Answers({ hidesSentences: values.plant === 'silent' });
const world = await World.start(answers);
const chosen = Object.entries(SCENES).filter(([name]) => values.only === undefined || name === values.only);
try {
  for (const [, run] of chosen) await run(world);
} catch (error) {
  answers.findings.add(`The proof stopped: ${String(error)}`);
} finally {
  await world.product.places.stop('SIGKILL');
  removeDataDir(world.product.places.dataDir);
}
for (const finding of answers.findings) console.error(finding);
console.log(
  `${chosen.length} kinds of outages, ${answers.asked} requests: ${answers.findings.size} findings`,
);
process.exit(answers.findings.size > 0 ? 1 : 0);
