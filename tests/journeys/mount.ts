import { build } from 'esbuild';
import type { Page } from '@playwright/test';

/** Opens an empty page and runs a script of the site's modules in it; `#app` is the place to render into. */
export async function mount(page: Page, script: string): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    outdir: 'out',
    loader: { '.css': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  await page.route('http://part.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<div id="app"></div>' }),
  );
  await page.goto('http://part.example/');
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
}
