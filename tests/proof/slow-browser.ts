/**
 * Every journey in a browser that does nothing at once: each turn of React, each answer and each file of code comes late,
 * at random. It finds what goes wrong between the drawing of a page and its effects, and after a late answer.
 * `--only` names a part of the journeys' files.
 * `node tests/proof/slow-browser.ts --only keyboard`
 */
import { readOptions } from '../support/command.ts';
import { runJourneys } from '../support/run-journeys.ts';

const { only } = readOptions();
runJourneys(only === '' ? [] : [only], { SLOW_BROWSER: '1' });
