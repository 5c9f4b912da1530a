/** Amounts with a comma before the cents, such as `1.234,56`. */
import type { DocumentText, TextItem } from './document-text.ts';

const WITH_COMMA = /(?<![\d.,])(\d{1,3}(?:[.\s’']\d{3})+|\d+),(\d{2})(?![\d.,])/g;
const WITH_POINT = /(?<![\d.])\d[\d,]*\.\d{2}(?![\d.])/g;
/** Fewer such amounts may be lists of numbers. */
const FEWEST = 6;

/** Whether a document writes a comma before the cents; a rate or two may have a point. */
export function hasDecimalCommas({ pages }: DocumentText): boolean {
  const count = (pattern: RegExp): number =>
    pages.flat().reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
  const commas = count(WITH_COMMA);
  return commas >= FEWEST && count(WITH_POINT) < commas / 10;
}

/** The item with a point before the cents and commas between thousands. */
export function withDecimalPoints(item: TextItem): TextItem {
  const text = converted(item.text);
  return item.cell?.kind === 'text' ? { ...item, text, cell: { kind: 'text', text } } : { ...item, text };
}

const converted = (text: string): string =>
  text.replaceAll(WITH_COMMA, (_all, whole: string, cents: string) => {
    const digits = whole.replaceAll(/\D/g, '');
    return `${digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${cents}`;
  });
