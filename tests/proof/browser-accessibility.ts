/**
 * Every screen and open dialog in all three themes, on a desk and on a telephone: nothing that axe finds against
 * WCAG 2.2 AA, nothing wider than the screen, nothing that moves while a page loads, nothing that the site's security
 * policy refuses.
 * With `--plant speechless` the screens don't say their language, which the proof finds.
 * `node tests/proof/browser-accessibility.ts`
 */
import { isSmallest, readOptions } from '../support/command.ts';
import { runJourneys } from '../support/run-journeys.ts';

const isSpeechless = readOptions().plant === 'speechless';
runJourneys(['accessibility.spec.ts', 'layout-shift.spec.ts', 'security-keyboard.spec.ts'], {
  ...(!isSmallest && { ALL_LOOKS: '1' }),
  ...(isSpeechless && { SPEECHLESS: '1' }),
});
