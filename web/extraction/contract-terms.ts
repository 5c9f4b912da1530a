/** The terms of a contract in the text beside its tables. */
import type { Place } from './document-text.ts';
import { linePlace, textOf, type Line, type NumberedLine, type Word } from './lines.ts';
import { sentenceTerms } from './term-sentences.ts';
import {
  labelsIn,
  PURCHASE_FIELDS,
  TERM_FIELDS,
  type FoundLabel,
  type PurchaseField,
} from './term-labels.ts';
import { termValue, withoutLeaders, type TermCandidate, type TermValue } from './term-values.ts';

/** A term with its first value and the other values that the document gives for it. */
export interface Term extends Omit<TermCandidate, 'at'> {
  readonly others: readonly TermValue[];
}

/** Words further apart, in font sizes, belong to different cells. */
const PHRASE_GAP = 1;

/** Every value that stands beside, below or after a label, and those of the usual sentences. */
export function termCandidates(lines: readonly NumberedLine[], kind: 'pdf' | 'sheet'): TermCandidate[] {
  const labelled = lines.flatMap((numbered, index) =>
    candidatesOf(numbered, lines.slice(index + 1, index + 3), kind),
  );
  return [...sentenceTerms(lines), ...labelled, ...headingLender(lines)];
}

/** One term a field: values of labels come before those of sentences, and the first before the others. */
export function termsOf(candidates: readonly TermCandidate[]): Term[] {
  const hasList = candidates.some(({ field }) => field === 'payments');
  return TERM_FIELDS.flatMap((field): Term[] => {
    if (hasList && (field === 'paymentAmount' || field === 'numberOfPayments')) return [];
    const own = candidates.filter((candidate) => candidate.field === field);
    const [first] = own;
    if (!first) return [];
    const values = new Map(own.map(({ value }) => [JSON.stringify(value), value]));
    values.delete(JSON.stringify(first.value));
    const { value, place, text } = first;
    return [{ field, value, place, text, others: [...values.values()] }];
  });
}

/** A figure of a purchase as the document states it. */
export interface PurchaseFigure {
  readonly figure: PurchaseField;
  /** Dollars: `94490.00`. */
  readonly amount: string;
  readonly place: Place;
  /** The words of the document. */
  readonly text: string;
}

interface FigureCandidate extends PurchaseFigure {
  /** The number of its line in the document. */
  readonly at: number;
}

/** Every amount above 0.00 right after a label of a purchase, or below one that stands alone. */
export function figureCandidates(lines: readonly NumberedLine[], kind: 'pdf' | 'sheet'): FigureCandidate[] {
  return lines.flatMap(({ line, at }, index) => {
    const labels = placedLabels(line.words);
    return labels.flatMap((label, next): FigureCandidate[] => {
      const { figure } = label;
      if (figure === null) return [];
      const beside = besideLabel(line, label, labels[next + 1]);
      const asTerm = { ...label, field: 'amountFinanced' as const, isWeak: beside.right.length > 0 };
      const found = valueOf(
        { ...asTerm, name: beside.name },
        line,
        beside,
        lines.slice(index + 1, index + 3),
        kind,
      );
      if (typeof found?.value !== 'string' || Number(found.value) === 0) return [];
      const { value, source, used } = found;
      const text = textOf([...line.words.slice(label.first, label.end), ...used]).slice(0, 200);
      return [{ figure, amount: value, place: linePlace(source.line, withoutLeaders(used)), text, at }];
    });
  });
}

/** The first of each figure. */
export function figuresOf(candidates: readonly FigureCandidate[]): PurchaseFigure[] {
  return PURCHASE_FIELDS.flatMap((figure): PurchaseFigure[] => {
    const found = candidates.find((candidate) => candidate.figure === figure);
    if (!found) return [];
    const { at: _at, ...own } = found;
    return [own];
  });
}

/** A label with the words that it takes. */
interface PlacedLabel extends FoundLabel {
  readonly first: number;
  /** The word after the last. */
  readonly end: number;
}

/** The labels of a line: none runs over a gap. */
function placedLabels(words: readonly Word[]): PlacedLabel[] {
  const starts = words.flatMap(({ left, size }, index) => {
    const before = words[index - 1];
    return !before || left - before.right > PHRASE_GAP * size ? [index] : [];
  });
  return starts.flatMap((start, index) => {
    const phrase = words.slice(start, starts[index + 1] ?? words.length);
    let offset = 0;
    const offsets = phrase.map(({ text }) => {
      const own = offset;
      offset += text.length + 1;
      return own;
    });
    const wordAt = (at: number): number => start + offsets.findLastIndex((from) => from <= at);
    return labelsIn(textOf(phrase))
      .map((label) => ({ ...label, first: wordAt(label.from), end: wordAt(label.to - 1) + 1 }))
      .filter((label) => isLabel(label, start));
  });
}

/** Labels of names begin their phrase: in a sentence `the lender` is no label. */
function isLabel({ field, isWeak, first }: PlacedLabel, start: number): boolean {
  if (field !== 'lender' && field !== 'asset' && (field !== 'contractNumber' || isWeak)) return true;
  return first === start;
}

function candidatesOf(
  { line, at }: NumberedLine,
  below: readonly NumberedLine[],
  kind: 'pdf' | 'sheet',
): TermCandidate[] {
  const { words } = line;
  const labels = placedLabels(words);
  return labels.flatMap((label, index): TermCandidate[] => {
    if (label.field === null) return [];
    const { first: from, end: to } = label;
    const beside = besideLabel(line, label, labels[index + 1]);
    const found = valueOf({ ...label, name: beside.name }, line, beside, below, kind);
    if (!found) return statedFrequency(label, line, at, beside.right, kind);
    const { value, source, used } = found;
    const text = textOf([...words.slice(from, to), ...used]).slice(0, 200);
    const candidate = { value, place: linePlace(source.line, withoutLeaders(used)), text, at };
    const date = label.field === 'balloon' ? termValue('balloonDate', used, kind, false) : undefined;
    const every =
      label.field === 'paymentAmount'
        ? termValue('frequency', words.slice(from, to), kind, false)
        : undefined;
    return [
      { field: label.field, ...candidate },
      ...(date === undefined ? [] : [{ field: 'balloonDate' as const, ...candidate, value: date }]),
      ...(every === undefined ? [] : [{ field: 'frequency' as const, ...candidate, value: every }]),
    ];
  });
}

/** `Repayments: monthly` states no number, but how often. */
function statedFrequency(
  { field, isWeak }: FoundLabel,
  line: Line,
  at: number,
  right: readonly Word[],
  kind: 'pdf' | 'sheet',
): TermCandidate[] {
  if (field !== 'numberOfPayments' || !isWeak || right.length === 0) return [];
  const value = termValue('frequency', right.slice(0, 2), kind, false);
  const [text, place] = [textOf(right).slice(0, 200), linePlace(line, right)];
  return value === undefined ? [] : [{ field: 'frequency', value, place, text, at }];
}

interface FoundValue {
  readonly value: TermValue;
  readonly source: NumberedLine;
  readonly used: readonly Word[];
}

/** The words of a label, those between it and the next one, and how far its column reaches. */
interface Beside {
  readonly name: string;
  readonly right: readonly Word[];
  readonly own: { readonly left: number; readonly right: number };
}

function besideLabel({ words }: Line, { first, end }: PlacedLabel, next: PlacedLabel | undefined): Beside {
  const to = next?.first ?? words.length;
  return {
    name: textOf(words.slice(first, end)),
    right: words.slice(end, to),
    own: { left: words[first]?.left ?? 0, right: words[to]?.left ?? Infinity },
  };
}

/** The value right of a label, else below it, else in the sentence's next line. */
function valueOf(
  { field, isWeak, name }: FoundLabel & { readonly name: string },
  line: Line,
  { right, own }: Beside,
  below: readonly NumberedLine[],
  kind: 'pdf' | 'sheet',
): FoundValue | undefined {
  if (field === null) return undefined;
  const value = right.length > 0 ? termValue(field, right, kind, isWeak, name) : undefined;
  if (value !== undefined) return { value, source: { line, at: 0 }, used: right };
  const [next] = below;
  if (!next || isWeak || !isBelow(line, next.line)) return undefined;
  const isSentence =
    right.length > 0 && own.right === Infinity && right.every(({ text }) => !/[.;]$/.test(text));
  if (right.length > 0 && !isSentence) return undefined;
  const words = next.line.words;
  const used = isSentence
    ? words
    : words.filter((word) => word.right > own.left - line.size && word.left < own.right - 1);
  const [first] = labelsIn(textOf(used));
  if (used.length === 0 || first?.from === 0) return undefined;
  if (isSentence && (field === 'lender' || field === 'asset' || field === 'contractNumber')) return undefined;
  const after = termValue(field, used, kind, false, name);
  return after === undefined ? undefined : { value: after, source: next, used };
}

const isBelow = (line: Line, next: Line): boolean =>
  next.page === line.page &&
  next.turns === line.turns &&
  next.y - line.y < 2.4 * Math.max(line.size, next.size);

const COMPANY =
  /^\p{L}.*\b(?:finance|leasing|bank|lending|capital|credit|funding|financial services)(?: (?:pty|ltd|limited|p\/l|corporation|group|australia|company|co)\.?)*$/iu;

/** Without a label, a company's name that heads the document is the lender's. */
function headingLender(lines: readonly NumberedLine[]): TermCandidate[] {
  for (const { line, at } of lines.slice(0, 3)) {
    const gap = line.words.findIndex((word, index) => {
      const before = line.words[index - 1];
      return before !== undefined && (word.left - before.right > 2 * word.size || /^[-–—|]$/.test(word.text));
    });
    const words = gap < 0 ? line.words : line.words.slice(0, gap);
    const text = textOf(words);
    if (words.length >= 2 && COMPANY.test(text)) {
      return [{ field: 'lender', value: text, place: linePlace(line, words), text, at }];
    }
  }
  return [];
}
