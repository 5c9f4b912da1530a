/** What the libraries carry along that this site never shows. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** Browsers have had the popover attribute since 2024; Primer's tooltip brings a polyfill of 3 KB gz. */
export function withoutPopoverPolyfill(): Plugin {
  return {
    name: 'without-popover-polyfill',
    setup(build) {
      build.onResolve({ filter: /^@oddbird\/popover-polyfill\/fn$/ }, () => ({
        path: 'popover',
        namespace: 'native',
      }));
      build.onLoad({ filter: /^popover$/, namespace: 'native' }, () => ({
        contents: 'export const isSupported = () => true; export const apply = () => {};',
      }));
    },
  };
}

/** One drawing of an icon in its generated file: from its height's line to the closing brace. */
const DRAWING = /^\t"(?!16")\d+": \{\n(?:\t\t.*\n)+\t\},?\n/gm;
const HEIGHTS = /^var heights = \[[^\]]*\];/m;

/** Octicons come drawn for several heights; the one for 16 pixels serves all that are used here. */
export function iconsAtOneHeight(): Plugin {
  return {
    name: 'icons-at-one-height',
    setup(build) {
      build.onLoad({ filter: /@primer\/octicons-react\/dist\/icons\/\w+\.mjs$/ }, ({ path: file }) => {
        const source = readFileSync(file, 'utf8');
        if (!source.includes('\t"16": {')) return null;
        const contents = source.replaceAll(DRAWING, '').replace(HEIGHTS, 'var heights = ["16"];');
        return { contents, loader: 'js' };
      });
    },
  };
}
