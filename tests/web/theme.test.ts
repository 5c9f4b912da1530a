import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';
import { PORTAL_THEMES } from '../../domain/portal-theme.ts';
import { showTheme } from '../../web/theme/theme.ts';
import { fakeStorage } from './browser.ts';

const script = readFileSync('web/public/theme.js', 'utf8');
const page = () => ({ documentElement: { dataset: { theme: 'classic', colorMode: 'light' } } });

afterEach(() => vi.unstubAllGlobals());

it.each(PORTAL_THEMES)('sets the stored theme %s before the main script, as that shows it', (theme) => {
  const localStorage = fakeStorage();
  const [shown, next] = [page(), page()];
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('document', shown);
  showTheme(theme);
  runInNewContext(script, { localStorage, document: next });
  expect(next).toEqual(shown);
});
