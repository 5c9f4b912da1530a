/** The knowledge base as static pages: `web/help/pages` in `web/help/layout.html`, a list of them, and a search index. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { HELP_PAGES } from '../../web/help/contents.ts';
import { HELP_HOME, helpPath } from '../../web/help/help-path.ts';

const folder = path.resolve(import.meta.dirname, '../../web/help');

/** A size that no picture may exceed: they load with the page that shows them. */
const MOST_PICTURE_BYTES = 80_000;

export interface HelpFile {
  /** Its address in the site. */
  readonly address: string;
  readonly content: string | Uint8Array;
}

/** Adds the pages to the built site, and serves them from their sources in development. */
export function helpPages(): Plugin {
  return {
    name: 'help-pages',
    generateBundle() {
      for (const { address, content } of helpFiles()) {
        this.emitFile({ type: 'asset', fileName: address.slice(1), source: content });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [wanted = ''] = request.url?.split('?') ?? [];
        const found = wanted.startsWith('/help') && helpFiles().find(({ address }) => address === wanted);
        if (!found) return next();
        if (found.address.endsWith('.html')) response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(found.content);
      });
    },
  };
}

/** @throws Error for a page without a body, or a picture that is too large. */
export function helpFiles(): HelpFile[] {
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const layout = read('layout.html');
  const bodies = new Map(HELP_PAGES.map(({ slug }) => [slug, read(`pages/${slug}.html`)]));
  const pages = HELP_PAGES.map(({ slug, title, summary }, index): HelpFile => {
    const next = HELP_PAGES[index + 1];
    const content = fill(layout, {
      title,
      summary,
      body: withPictures(bodies.get(slug) ?? ''),
      next: next ? `Next: <a href="${helpPath(next.slug)}">${next.title}</a>` : '',
    });
    return { address: helpPath(slug), content };
  });
  const entries = HELP_PAGES.map(
    ({ slug, title, summary }) => `<li><a href="${helpPath(slug)}">${title}</a><span>${summary}</span></li>`,
  );
  const texts = HELP_PAGES.map(({ slug }) => [helpPath(slug), textOf(bodies.get(slug) ?? '')]);
  return [
    ...pages,
    { address: HELP_HOME, content: fill(read('home.html'), { pages: entries.join('\n') }) },
    { address: '/help/index.json', content: JSON.stringify(Object.fromEntries(texts)) },
    ...pictures(),
  ];
}

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/<!-- (\w+) -->/g, (mark, name: string) => values[name] ?? mark);

/** Replaces `<!-- picture: name | caption -->` by the picture, which the browser loads when it comes into view. */
function withPictures(body: string): string {
  return body.replaceAll(/<!-- picture: ([\w-]+) \| (.+?) -->/g, (_, name: string, caption: string) => {
    const file = path.join(folder, 'pictures', `${name}.webp`);
    // `npm run pictures` builds the site before it takes the pictures.
    if (!existsSync(file)) return '';
    const [width, height] = sizeOf(readFileSync(file));
    const source = `/help/pictures/${name}.webp`;
    return `<figure><img src="${source}" alt="" width="${width}" height="${height}" loading="lazy" /><figcaption>${caption}</figcaption></figure>`;
  });
}

/** Returns width and height from the header of a lossy WebP file (VP8 frame, RFC 6386). */
function sizeOf(webp: Uint8Array): readonly [width: number, height: number] {
  const view = new DataView(webp.buffer, webp.byteOffset);
  const isExtended = webp[15] === 'X'.charCodeAt(0);
  if (isExtended) {
    const read24 = (at: number): number => (view.getUint32(at, true) & 0xff_ff_ff) + 1;
    return [read24(24), read24(27)];
  }
  return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
}

function pictures(): HelpFile[] {
  return readdirSync(path.join(folder, 'pictures'))
    .filter((name) => name.endsWith('.webp'))
    .map((name) => {
      const content = readFileSync(path.join(folder, 'pictures', name));
      if (content.length > MOST_PICTURE_BYTES) throw new Error(`${name} has ${content.length} bytes.`);
      return { address: `/help/pictures/${name}`, content };
    });
}

/** The words of a page, for the search. */
const textOf = (body: string): string =>
  body
    .replaceAll(/<!--.*?-->/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
