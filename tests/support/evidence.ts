/**
 * Fills the tables of evidence in the documents with the titles of tests. A test names its points in a comment above it:
 * `// Evidence for ASVS 6.5.1, Xero tokens`. In a table, the first column is headed by the standard and holds points of
 * it, and the last one, headed `tests`, is written by this module.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const DOCUMENTS = ['docs/security-evidence.md', 'docs/xero-certification.md'];
const TAG = /^\/\/ Evidence for (.+)$/;

interface TaggedTest {
  /** Below `tests/`. */
  readonly file: string;
  readonly title: string;
  /** Standard and point, such as `ASVS 6.5.1`. */
  readonly points: readonly string[];
}

/**
 * Returns the documents with tables of evidence as they should be.
 * @param root the folder of the repository.
 * @throws Error if a test names a point that no table has.
 */
export function documentsWithEvidence(root: string): { readonly file: string; readonly content: string }[] {
  const tests = globSync('tests/**/*.{test,spec}.ts', { cwd: root })
    .toSorted()
    .flatMap((file) =>
      taggedTests(path.posix.relative('tests', file), readFileSync(path.join(root, file), 'utf8')),
    );
  const unknown = new Set(tests.flatMap(({ points }) => points));
  const documents = DOCUMENTS.map((file) => {
    const { content, points } = withEvidence(readFileSync(path.join(root, file), 'utf8'), tests);
    for (const point of points) unknown.delete(point);
    return { file, content };
  });
  if (unknown.size > 0) throw new Error(`No table of evidence has the points ${[...unknown].join(', ')}.`);
  return documents;
}

/** Returns the tests of a source that name points, in order. */
export function taggedTests(file: string, source: string): TaggedTest[] {
  if (!source.includes('// Evidence for ')) return [];
  const found: TaggedTest[] = [];
  const visit = (node: ts.Node): void => {
    const title = ts.isExpressionStatement(node) ? titleOf(node.expression) : null;
    const points = title === null ? [] : pointsAbove(source, node);
    if (title !== null && points.length > 0) found.push({ file, title, points });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return found;
}

/** Returns a document with the last column of its tables of evidence, and the points of their rows. */
export function withEvidence(
  document: string,
  tests: readonly TaggedTest[],
): { readonly content: string; readonly points: readonly string[] } {
  const points: string[] = [];
  let standard: string | null = null;
  const lines = document.split('\n').map((line) => {
    if (!line.startsWith('|')) standard = null;
    const head = /^\| (\w+) \|.* \| tests \|$/.exec(line);
    if (head) standard = head[1] ?? null;
    if (standard === null || head || line.startsWith('| -')) return line;
    const cells = line.split(/(?<!\\)\|/).slice(1, -2);
    const own = (cells[0] ?? '').split(',').map((point) => `${standard} ${point.trim()}`);
    points.push(...own);
    const shown = tests.filter((test) => test.points.some((point) => own.includes(point)));
    return `|${cells.join('|')}| ${cellOf(shown)} |`;
  });
  return { content: lines.join('\n'), points };
}

/** Returns the first argument of a call, if it is a text; values within it become an ellipsis. */
function titleOf(expression: ts.Expression): string | null {
  const title = ts.isCallExpression(expression) ? expression.arguments[0] : undefined;
  if (title === undefined) return null;
  if (ts.isStringLiteralLike(title)) return title.text.replaceAll(/%[sdj]|\$\w+/g, '…');
  if (!ts.isTemplateExpression(title)) return null;
  return [title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)].join('…');
}

function pointsAbove(source: string, node: ts.Node): string[] {
  const comments = ts.getLeadingCommentRanges(source, node.pos) ?? [];
  return comments.flatMap(({ pos, end }) => TAG.exec(source.slice(pos, end))?.[1]?.split(', ') ?? []);
}

function cellOf(tests: readonly TaggedTest[]): string {
  const files = [...Map.groupBy(tests, ({ file }) => file)];
  const texts = files.map(([file, own]) => {
    const titles = own.map(({ title }) => `“${title.replaceAll('|', String.raw`\|`)}”`);
    return `${titles.join(', ')} ([${file}](../tests/${file}))`;
  });
  return texts.length === 0 ? 'none' : texts.join('; ');
}
