/**
 * Octicons are drawn for several heights, and the site shows the drawing for 16 pixels. This drops the others from the
 * generated files, which saves 3 KB gzip before the first page and 10 KB on the whole site (`npm run bench -- site`).
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** One drawing in a generated file: from the line of its height to the closing brace. */
const OTHER_DRAWING = /^\t"(?!16")\d+": \{\n(?:\t\t.*\n)+\t\},?\n/gm;
const HEIGHTS = /^var heights = \[[^\]]*\];/m;
const HEIGHT = 'var heights = ["16"];';

export function iconsAtOneHeight(): Plugin {
  return {
    name: 'icons-at-one-height',
    setup(build) {
      build.onLoad({ filter: /@primer\/octicons-react\/dist\/icons\/\w+\.mjs$/ }, ({ path: file }) => {
        const source = readFileSync(file, 'utf8');
        if (!source.includes('\t"16": {')) return null;
        const contents = source.replaceAll(OTHER_DRAWING, '').replace(HEIGHTS, HEIGHT);
        if (!contents.includes(HEIGHT) || /^\t"\d+": \{/gm.exec(contents.replace('\t"16": {', ''))) {
          throw new Error(`${file} has another layout than the pattern of a drawing expects.`);
        }
        return { contents, loader: 'js' };
      });
    },
  };
}
