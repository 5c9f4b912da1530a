import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
const THEMES = 'node_modules/@primer/primitives/dist/css/**/*.css';

/** A declaration of a custom property, with its value and the semicolon behind it, in minified CSS. */
const DECLARATION = /(--[\w-]+):((?:[^;{}"']|"[^"]*"|'[^']*')*);?/g;

/**
 * Drops the tokens of Primer's themes that the built site doesn't read. The themes declare a thousand, of which the
 * components in use read a quarter.
 */
export function dropUnusedTokens(): Plugin {
  return {
    name: 'drop-unused-tokens',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n');
        const assets = files.flatMap((file) => (file.type === 'asset' ? [file] : []));
        const pages = assets.filter(({ fileName }) => fileName.endsWith('.html'));
        for (const { fileName, source } of assets.filter((asset) => asset.fileName.endsWith('.css'))) {
          const kept = withoutUnused(String(source), scripts);
          // The name follows from the content, which the scripts have a part in.
          const name = renamed(fileName, kept);
          this.emitFile({ type: 'asset', fileName: name, source: kept });
          delete bundle[fileName];
          for (const page of pages) page.source = String(page.source).replaceAll(fileName, name);
        }
      },
    },
  };
}

/** Returns a stylesheet without the tokens that neither it nor the scripts read. A script may build the end of a name. */
export function withoutUnused(css: string, scripts: string): string {
  const tokens = tokensOfThemes();
  const reads = new Map<string, string[]>();
  const rest = css.replace(DECLARATION, (all, name: string, value: string) => {
    if (!tokens.has(name)) return all;
    reads.set(name, [...(reads.get(name) ?? []), ...readsIn(value)]);
    return '';
  });
  const named = new Set(scripts.match(/--[a-zA-Z][\w-]*/g));
  const begun = [...named].filter((name) => name.endsWith('-'));
  const built = [...reads.keys()].filter((token) => begun.some((start) => token.startsWith(start)));
  // A set that grows while it is walked: what a token in use reads is in use.
  const used = new Set([...readsIn(rest), ...named, ...built]);
  for (const name of used) for (const read of reads.get(name) ?? []) used.add(read);
  return css.replace(DECLARATION, (all, name: string) => (tokens.has(name) && !used.has(name) ? '' : all));
}

function tokensOfThemes(): ReadonlySet<string> {
  const styles = globSync(THEMES, { cwd: root }).map((file) => readFileSync(path.join(root, file), 'utf8'));
  return new Set(
    styles.flatMap((css) => [...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name)),
  );
}

const readsIn = (css: string): string[] =>
  [...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name);

function renamed(fileName: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return fileName.replace(/-[\w-]{8}\.css$/, `-${hash}.css`);
}
