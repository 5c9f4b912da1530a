/**
 * esbuild makes a chunk for every set of entries that shares modules, dozens of them. What is imported by every
 * entry lands in a single one: so each lazily loaded file is entered through a wrapper that imports its
 * foundations first.
 */
import path from 'node:path';
import type { Plugin } from 'esbuild';

const WRAPPER = 'lazy';

/** A file that becomes one chunk with whatever it imports, loaded with each page that it is a foundation of. */
export interface Foundation {
  readonly file: string;
  /** Whether the page or part of a page stands on it; its path is relative to the project. */
  readonly isUnder: (file: string) => boolean;
}

export function withFoundations(root: string, foundations: readonly Foundation[]): Plugin {
  return {
    name: 'with-foundations',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ kind, path: imported, resolveDir }) => {
        if (kind !== 'dynamic-import') return null;
        return { path: path.relative(root, path.resolve(resolveDir, imported)), namespace: WRAPPER };
      });
      build.onLoad({ filter: /.*/, namespace: WRAPPER }, ({ path: file }) => {
        const imports = foundations
          .filter(({ isUnder }) => isUnder(file))
          .map((foundation) => `import ${JSON.stringify(foundation.file)};`);
        const contents = `${imports.join('')} export * from ${JSON.stringify(path.join(root, file))};`;
        return { contents, resolveDir: root };
      });
    },
  };
}
