/** The lines of a page: words that share a baseline, joined from the fragments that a PDF draws. */
import type { Cell } from './cell.ts';
import type { Place, TextItem } from './document-text.ts';

/** A word, in the coordinates of its line's direction. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly size: number;
  /** The cell of a spreadsheet whose value it is, where that has a type. */
  readonly cell?: Cell;
  /** The column of a spreadsheet, from 0. */
  readonly column?: number;
}

export interface Line {
  /** From 1. */
  readonly page: number;
  /** The direction of the text in quarter turns clockwise; texts of one direction form a layer. */
  readonly turns: number;
  readonly y: number;
  readonly size: number;
  readonly words: readonly Word[];
}

/** A line with its number in the document. */
export interface NumberedLine {
  readonly line: Line;
  readonly at: number;
}

/** Text slanted by more degrees is a watermark or a stamp. */
const MAX_SLANT = 3;
/** Parts of a line, in font sizes. */
const BASELINE_TOLERANCE = 0.4;
const JOINED = 0.12;
const OVERPRINTED = 0.2;

/** The lines of a page from top to bottom, one direction of text after the other. */
export function linesOf(items: readonly TextItem[], page: number): Line[] {
  const layers: Fragment[][] = [[], [], [], []];
  for (const item of items) {
    const turns = ((Math.round(item.angle / 90) % 4) + 4) % 4;
    if (Math.abs(item.angle - Math.round(item.angle / 90) * 90) > MAX_SLANT || item.text.trim() === '')
      continue;
    layers[turns]?.push(...fragmentsOf(item, turns));
  }
  return layers.flatMap((fragments, turns) => linesOfLayer(fragments, page, turns));
}

interface Fragment extends Word {
  readonly y: number;
  /** A space stands before it in its item. */
  readonly isApart: boolean;
}

/** Thousands apart by a space of any width: `52 000.00` is one number. */
const SPACED_NUMBER = /^[-–−(]?(?:(?:AU?)?\$)?\d{1,3}(?:\s\d{3})+(?:\.\d+)?\)?$/;

/** The words of an item, each at its share of the width; a typed cell and a spaced number are one word. */
function fragmentsOf({ text, x, y, width, size, cell, column }: TextItem, turns: number): Fragment[] {
  const [start, baseline] = [
    [x, y],
    [y, -x],
    [-x, -y],
    [-y, x],
  ][turns] ?? [x, y];
  const isTyped = cell !== undefined && cell.kind !== 'text';
  if (isTyped || (SPACED_NUMBER.test(text.trim()) && (cell !== undefined || text.includes('.')))) {
    const left = start ?? 0;
    const word = {
      left,
      right: left + width,
      y: baseline ?? 0,
      size,
      isApart: cell !== undefined,
      ...inColumn(column),
    };
    return isTyped ? [{ ...word, text, cell }] : [{ ...word, text: text.replaceAll(/\s/g, '') }];
  }
  const each = width / text.length;
  return [...text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    left: (start ?? 0) + match.index * each,
    right: (start ?? 0) + (match.index + match[0].length) * each,
    y: baseline ?? 0,
    size,
    isApart: match.index > 0,
    ...inColumn(column),
  }));
}

const inColumn = (column: number | undefined) => (column === undefined ? {} : { column });

function linesOfLayer(fragments: readonly Fragment[], page: number, turns: number): Line[] {
  const lines: { y: number; size: number; parts: Fragment[] }[] = [];
  for (const fragment of fragments.toSorted((one, other) => one.y - other.y)) {
    const line = lines.findLast(({ y }) => fragment.y - y <= BASELINE_TOLERANCE * fragment.size);
    if (line && fragment.y - line.y <= BASELINE_TOLERANCE * Math.min(fragment.size, line.size)) {
      line.parts.push(fragment);
      line.size = Math.max(line.size, fragment.size);
    } else {
      lines.push({ y: fragment.y, size: fragment.size, parts: [fragment] });
    }
  }
  return lines.map(({ y, size, parts }) => ({ page, turns, y, size, words: joined(parts) }));
}

/** Parts that touch are one word; a part printed twice at one place, for bold type, counts once. */
function joined(parts: readonly Fragment[]): Word[] {
  const words: (Word & { text: string; right: number })[] = [];
  for (const { y: _y, isApart, ...word } of parts.toSorted((one, other) => one.left - other.left)) {
    const { text, left, right, size } = word;
    const last = words.at(-1);
    if (last && last.text === text && Math.abs(last.left - left) < OVERPRINTED * size) continue;
    if (last && !isApart && left - last.right < JOINED * size && left >= last.left) {
      last.text += text;
      last.right = Math.max(last.right, right);
    } else {
      words.push({ ...word });
    }
  }
  return words;
}

/** Where words of a line stand on the page. */
export function linePlace({ page, turns, y, size }: Line, words: readonly Word[]): Place {
  const left = Math.min(...words.map((word) => word.left));
  const width = Math.max(...words.map((word) => word.right)) - left;
  const [top, height] = [y - size * 0.8, size * 1.1];
  const place = [
    { x: left, y: top, width, height },
    { x: -top - height, y: left, width: height, height: width },
    { x: -left - width, y: -top - height, width, height },
    { x: top, y: -left - width, width: height, height: width },
  ][turns];
  return { page, ...(place ?? { x: left, y: top, width, height }) };
}

/** The text of words with single spaces. */
export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');

/** Words with small gaps between them, as one cell has them. */
export interface Phrase {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly words: readonly Word[];
}

const PHRASE_GAP = 0.7;

/** The phrases of words that stand on one line. */
export function phrasesOf(words: readonly Word[], size: number): Phrase[] {
  const phrases: { text: string; left: number; right: number; words: Word[] }[] = [];
  for (const word of words) {
    const { text, left, right } = word;
    const last = phrases.at(-1);
    if (last && left - last.right < PHRASE_GAP * size) {
      last.text += ` ${text}`;
      last.right = right;
      last.words.push(word);
    } else {
      phrases.push({ text, left, right, words: [word] });
    }
  }
  return phrases;
}
