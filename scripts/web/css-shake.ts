/**
 * Primer's themes declare thousands of design tokens, 121 KB a theme, most of which nothing reads. This
 * drops the declarations of tokens that no rule, no other kept token and no script mentions.
 */
const DECLARATION = /(--[\w-]+):((?:[^;{}"']|"[^"]*"|'[^']*')*)(;|(?=\}))/g;
const USE = /var\(\s*(--[\w-]+)/g;
const MENTION = /--[a-zA-Z][\w-]*/g;

/**
 * @param css a minified stylesheet
 * @param scripts what runs beside it; `--name-` ending in a hyphen keeps every token of that prefix
 * @param isToken which custom properties may be dropped
 */
export function shakeTokens(css: string, scripts: string, isToken: (name: string) => boolean): string {
  const reads = new Map<string, Set<string>>();
  const rules = css.replace(DECLARATION, (declaration, name: string, value: string) => {
    if (!isToken(name)) return declaration;
    const known = reads.get(name) ?? new Set();
    reads.set(name, new Set([...known, ...uses(value)]));
    return '';
  });
  const kept = reachable([...uses(rules), ...mentions(scripts, [...reads.keys()])], reads);
  return css.replace(DECLARATION, (declaration, name: string) =>
    isToken(name) && !kept.has(name) ? '' : declaration,
  );
}

function uses(css: string): string[] {
  return [...css.matchAll(USE)].map(([, name = '']) => name);
}

function mentions(scripts: string, tokens: readonly string[]): string[] {
  const names = [...new Set(scripts.match(MENTION))];
  const prefixes = names.filter((name) => name.endsWith('-'));
  return [...names, ...tokens.filter((token) => prefixes.some((prefix) => token.startsWith(prefix)))];
}

function reachable(start: readonly string[], reads: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set(start);
  for (const name of found) for (const read of reads.get(name) ?? []) found.add(read);
  return found;
}
