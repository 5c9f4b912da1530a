/**
 * esbuild makes a chunk for every set of entries that shares modules, dozens of them. What is imported by every
 * entry lands in a single one: so each lazily loaded file is entered through a wrapper that imports the
 * foundation first.
 */
import path from 'node:path';
import type { Plugin } from 'esbuild';

const WRAPPER = 'lazy';

/** `foundation` and whatever it imports becomes one chunk, loaded with the first page. */
export function oneFoundation(root: string, foundation: string): Plugin {
  return {
    name: 'one-foundation',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ kind, path: imported, resolveDir }) => {
        if (kind !== 'dynamic-import') return null;
        return { path: path.relative(root, path.resolve(resolveDir, imported)), namespace: WRAPPER };
      });
      build.onLoad({ filter: /.*/, namespace: WRAPPER }, ({ path: file }) => ({
        contents: `import ${JSON.stringify(foundation)}; export * from ${JSON.stringify(path.join(root, file))};`,
        resolveDir: root,
      }));
    },
  };
}
