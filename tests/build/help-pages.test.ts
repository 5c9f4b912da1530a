import { expect, it } from 'vitest';
import { helpFiles } from '../../scripts/build/help-pages.ts';
import { HELP_PAGES } from '../../web/help/contents.ts';

const files = new Map(helpFiles().map(({ address, content }) => [address, content]));
const pageOf = (slug: string): string => String(files.get(`/help/${slug}.html`));

it('builds each page, a list of them and a search index', () => {
  for (const { slug, title } of HELP_PAGES) {
    expect(pageOf(slug)).toContain(`<h1>${title}</h1>`);
    expect(String(files.get('/help.html'))).toContain(`href="/help/${slug}.html"`);
  }
  const index: unknown = JSON.parse(String(files.get('/help/index.json')));
  expect(index).toMatchObject({ '/help/lock-dates.html': expect.stringContaining('lock date') });
});

it('fills every place of the layout and finds every picture', () => {
  for (const { slug } of HELP_PAGES) expect(pageOf(slug)).not.toMatch(/<!-- (?:picture|\w+ -->)/);
  const pictures = [...files.keys()].filter((file) => file.endsWith('.webp'));
  const shown = HELP_PAGES.flatMap(({ slug }) =>
    [...pageOf(slug).matchAll(/src="(\/help\/pictures\/[^"]+)"/g)].map(([, file]) => file),
  );
  expect(new Set(shown)).toEqual(new Set(pictures));
  for (const { slug } of HELP_PAGES) {
    const images = pageOf(slug).match(/<img src="\/help[^>]+>/g) ?? [];
    for (const image of images) expect(image).toMatch(/width="1280" height="780" loading="lazy"/);
  }
});

it('links only to pages that exist', () => {
  for (const [file, content] of files) {
    if (!file.endsWith('.html')) continue;
    for (const [, target] of String(content).matchAll(/href="(\/help[^"]*)"/g)) {
      expect([...files.keys()], `${file} links to ${target}`).toContain(target);
    }
  }
});
