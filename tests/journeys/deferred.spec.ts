import { expect, test } from '@playwright/test';
import { mount } from './mount.ts';

/** Mounts a part whose code comes after its placeholder is drawn, and before the part's effects. */
const SCRIPT = `
  import { createElement as h, useLayoutEffect } from 'react';
  import { createRoot } from 'react-dom/client';
  import { deferred } from './web/ui/deferred.tsx';
  const { promise, resolve } = Promise.withResolvers();
  const Part = deferred(() => promise, h('p', null, 'Placeholder'));
  Part.preload();
  function App() {
    useLayoutEffect(() => resolve(() => h('p', null, 'Part')), []);
    return h(Part);
  }
  createRoot(document.querySelector('#app')).render(h(App));
`;

test('a part is shown whose code comes just after its placeholder', async ({ page }) => {
  await mount(page, SCRIPT);
  await expect(page.getByText('Part', { exact: true })).toBeVisible();
});
