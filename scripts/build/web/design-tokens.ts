import { PurgeCSS } from 'purgecss';

/**
 * Drops the declarations of custom properties that no rule and no script reads. Primer's themes declare thousands of
 * design tokens, of which the site reads a fifth.
 * @param css the stylesheet
 * @param scripts the scripts of the same pages
 */
export async function withoutUnusedTokens(css: string, scripts: string): Promise<string> {
  const mentioned = [...new Set(scripts.match(/--[a-zA-Z][\w-]*/g))];
  // A rule that reads the tokens of the scripts, because PurgeCSS keeps what those tokens refer to only for rules.
  const reads = `script-tokens{content:${mentioned.map((name) => `var(${name})`).join(' ')}}`;
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: '', extension: 'html' }],
    css: [{ raw: `${css}${reads}` }],
    variables: true,
    // Only custom properties are purged: many class names are composed when the scripts run.
    safelist: { standard: [/.*/], deep: [/.*/], greedy: [/.*/] },
  });
  if (!purged?.css.endsWith(reads)) throw new Error('PurgeCSS has changed a rule that it was told to keep.');
  return purged.css.slice(0, -reads.length);
}
