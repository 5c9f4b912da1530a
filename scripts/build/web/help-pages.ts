/** The knowledge base as static pages: `web/help/pages` in `web/help/layout.html`, a list of them, and a search index. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HELP_PAGES } from '../../../web/help/contents.ts';
import { helpPath } from '../../../web/help/help-path.ts';

/** A size that no picture may exceed: they load with the page that shows them. */
const MOST_PICTURE_BYTES = 80_000;

export interface HelpFile {
  /** Below the site's folder. */
  readonly file: string;
  readonly content: string | Uint8Array;
}

/** @throws Error for a page without a body, or a picture that is too large. */
export function helpFiles(web: string): HelpFile[] {
  const folder = path.join(web, 'help');
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const layout = read('layout.html');
  const bodies = new Map(HELP_PAGES.map(({ slug }) => [slug, read(`pages/${slug}.html`)]));
  const pages = HELP_PAGES.map(({ slug, title, summary }, index): HelpFile => {
    const next = HELP_PAGES[index + 1];
    const content = fill(layout, {
      title,
      summary,
      body: withPictures(bodies.get(slug) ?? '', folder),
      next: next ? `Next: <a href="${helpPath(next.slug)}">${next.title}</a>` : '',
    });
    return { file: helpPath(slug), content };
  });
  const entries = HELP_PAGES.map(
    ({ slug, title, summary }) => `<li><a href="${helpPath(slug)}">${title}</a><span>${summary}</span></li>`,
  );
  const texts = HELP_PAGES.map(({ slug }) => [helpPath(slug), textOf(bodies.get(slug) ?? '')]);
  return [
    ...pages,
    { file: 'help.html', content: fill(read('home.html'), { pages: entries.join('\n') }) },
    { file: 'help/index.json', content: JSON.stringify(Object.fromEntries(texts)) },
    ...picturesIn(folder),
  ];
}

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/<!-- (\w+) -->/g, (mark, name: string) => values[name] ?? mark);

/** Replaces `<!-- picture: name | caption -->` by the picture, which the browser loads when it comes into view. */
function withPictures(body: string, folder: string): string {
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

function picturesIn(folder: string): HelpFile[] {
  const pictures = path.join(folder, 'pictures');
  return readdirSync(pictures)
    .filter((name) => name.endsWith('.webp'))
    .map((name) => {
      const content = readFileSync(path.join(pictures, name));
      if (content.length > MOST_PICTURE_BYTES) throw new Error(`${name} has ${content.length} bytes.`);
      return { file: `help/pictures/${name}`, content };
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
