import { build } from 'esbuild';
import { expect, test } from '@playwright/test';

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
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    outdir: 'out',
    loader: { '.css': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  await page.route('http://part.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<div id="app"></div>' }),
  );
  await page.goto('http://part.example/');
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  await expect(page.getByText('Part', { exact: true })).toBeVisible();
});
