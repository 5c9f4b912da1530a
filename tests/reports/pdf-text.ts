import { inflateSync } from 'node:zlib';

/** Returns the texts on each page of a PDF file, in the order in which they are drawn. */
export function pdfPages(bytes: Buffer): string[][] {
  const file = bytes.toString('latin1');
  if (!file.startsWith('%PDF-')) throw new Error('This is no PDF file');
  const streams = [...file.matchAll(/\/FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/g)];
  return streams
    .map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
    .filter((content) => content.includes('BT'))
    .map((content) =>
      [...content.matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g)].map(([, text = '']) => textOf(text)),
    );
}

/** A string of a PDF; the fonts' code is Windows-1252. */
const textOf = (text: string): string =>
  new TextDecoder('windows-1252').decode(Buffer.from(text.replaceAll(/\\(.)/g, '$1'), 'latin1'));
