import { escapeHtml } from '../../functions/lib/escape-html.ts';

/** Markup whose values have been escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template tag for markup. It escapes values, keeps nested markup, and omits null and undefined. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const rendered = parts.map((part, index) => render(part) + (strings[index + 1] ?? ''));
  return new Html((strings[0] ?? '') + rendered.join(''));
}

interface TableOptions {
  heads?: readonly string[];
  foot?: readonly Part[];
  /** How many of the last columns hold amounts, which are aligned. */
  amounts?: number;
}

/** Returns a table of rows of cells, or a sentence in the place of an empty one. */
export function table(rows: readonly (readonly Part[])[], options: TableOptions = {}): Html {
  const { heads = [], foot = [], amounts = 0 } = options;
  if (rows.length === 0) return html`<p class="muted">Nothing yet.</p>`;
  const row = (cells: readonly Part[], tag: 'td' | 'th') => {
    const cellOf = (cell: Part, index: number): string => {
      const kind = index < cells.length - amounts ? '' : ' class="amount"';
      return `<${tag}${kind}>${render(cell)}</${tag}>`;
    };
    return cells.length > 0 && new Html(`<tr>${cells.map(cellOf).join('')}</tr>`);
  };
  return html`<table>
    <thead>
      ${row(heads, 'th')}
    </thead>
    <tbody>
      ${rows.map((cells) => row(cells, 'td'))}
    </tbody>
    <tfoot>
      ${row(foot, 'td')}
    </tfoot>
  </table>`;
}

/** Returns a complete page of a local server. */
export function page(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.text;
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return escapeHtml(String(part));
}

const style = new Html(`
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; background: light-dark(#f6f8fa, #0d1117); color: light-dark(#1f2328, #e6edf3); }
  main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.5rem; }
  h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
  a { color: light-dark(#0b5cad, #6cb6ff); }
  .card { background: light-dark(#fff, #161b22); border: 1px solid light-dark(#d1d9e0, #30363d); border-radius: 8px; padding: 1.25rem; margin: 1rem 0; }
  .card > h2:first-child, .card > p:first-child { margin-top: 0; }
  .columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1.5rem; }
  .muted { color: light-dark(#59636e, #9198a1); font-size: 0.9rem; }
  .price { font-size: 1.75rem; font-weight: 600; }
  .alert { border-left: 4px solid #c62828; padding: 0.5rem 1rem; background: light-dark(#fdecea, #3b1513); }
  label { display: block; margin: 0.75rem 0; }
  input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: 0.5rem; border: 1px solid light-dark(#8c959f, #6e7681); border-radius: 6px; background: light-dark(#fff, #0d1117); color: inherit; }
  button { font: inherit; font-weight: 600; padding: 0.5rem 1rem; border: 0; border-radius: 6px; background: #4b45c6; color: #fff; cursor: pointer; }
  button.plain { background: light-dark(#e6eaef, #30363d); color: inherit; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid light-dark(#d1d9e0, #30363d); }
  th.amount, td.amount { text-align: right; font-variant-numeric: tabular-nums; padding-right: 0; } tfoot td { font-weight: 600; }
  form { margin: 0; } .row { display: flex; gap: 0.75rem; align-items: center; flex-wrap: wrap; }
  :focus-visible { outline: 2px solid #4b45c6; outline-offset: 2px; }
`);
