import { expect, it } from 'vitest';
import { withoutUnused } from '../../scripts/build/unused-tokens.ts';

const CSS =
  ':root{--fgColor-muted:#666;--fgColor-danger:var(--base-color-red-5);--base-color-red-5:red;--bgColor-inset:#eee;--card:1px}' +
  '.a{color:var(--fgColor-danger);--own:2px}';

it('keeps the tokens that a rule reads, with those that they read, and every property of the site’s own', () => {
  expect(withoutUnused(CSS, '')).toBe(
    ':root{--fgColor-danger:var(--base-color-red-5);--base-color-red-5:red;--card:1px}' +
      '.a{color:var(--fgColor-danger);--own:2px}',
  );
});

it('keeps the tokens that a script names, whole or by their beginning', () => {
  expect(withoutUnused(CSS, 'style="color:var(--fgColor-muted)"')).toContain('--fgColor-muted:#666');
  expect(withoutUnused(CSS, '`var(--bgColor-${name})`')).toContain('--bgColor-inset:#eee');
});
