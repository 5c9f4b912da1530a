/**
 * The table fails at each call of each route and job; Xero, Stripe and mail are down for an hour, lose answers, are slow
 * by 20 s or answer garbage; the clock steps by an hour; the disk is full. Every refusal must be a sentence for people,
 * nothing may be half done, and afterwards everything heals by itself: auto sync continues, payments are posted once, a
 * paid plan arrives.
 *
 * `--only xero` selects a scene, any other word the table's scenarios with that name; `--count 3` fails at most three
 * table calls of each.
 */
import { removeDataDir } from '../support/local-product.ts';
import { isSmallest, readOptions, sized } from '../support/command.ts';
import { Answers } from './outages/answers.ts';
import { Findings } from './outages/findings.ts';
import { clockSteps, fullDisk } from './outages/machine.ts';
import { tableFaults } from './outages/table-faults.ts';
import { mailOutages, stripeOutages, xeroOutages } from './outages/vendors.ts';
import { World } from './outages/world.ts';

const { only, count } = readOptions();
const findings = new Findings();

/** Scenes with the whole product, in a process of its own. */
const SCENES = {
  disk: fullDisk,
  clock: clockSteps,
  mail: mailOutages,
  stripe: stripeOutages,
  xero: xeroOutages,
} as const;

const isOneScene = only in SCENES;
if (!isOneScene) {
  await tableFaults(findings, {
    mostCalls: count(Infinity, 1),
    mostScenarios: sized(Infinity, 3),
    only: only === 'table' ? '' : only,
  });
}
const smallest = isSmallest && only === '' ? 'mail' : only;
const scenes = Object.entries(SCENES).filter(([name]) => smallest === '' || name === smallest);
if (scenes.length > 0) {
  const world = await World.start(new Answers(findings));
  try {
    for (const [, run] of scenes) await run(world);
  } catch (error) {
    findings.add(`The proof stopped: ${String(error)}`);
  } finally {
    await world.product.places.stop('SIGKILL');
    removeDataDir(world.product.places.dataDir);
  }
}
console.log(`${findings.tried} requests and failed table calls: ${findings.count} findings`);
process.exit(findings.count > 0 ? 1 : 0);
