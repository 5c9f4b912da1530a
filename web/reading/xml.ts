/** The tags of an XML document, one after the other: all that the parts of a workbook need. */

export interface Tag {
  /** Without a prefix. */
  readonly name: string;
  /** `</name>`. */
  readonly isEnd: boolean;
  /** `<name/>`. */
  readonly isClosed: boolean;
  readonly attributes: string;
  /** The text up to the next tag, as it is written. */
  readonly text: string;
}

const TAG =
  /<!--[\s\S]*?-->|<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:"[^"]*"|'[^']*'|[^<>"'])*?)(\/?)>([^<]*(?:<!\[CDATA\[[\s\S]*?\]\]>[^<]*)*)/g;

export function* tagsOf(xml: string): Generator<Tag> {
  for (const [, end, name, attributes = '', closed, text = ''] of xml.matchAll(TAG)) {
    if (name !== undefined) {
      yield { name, isEnd: end === '/', isClosed: closed === '/', attributes, text };
    }
  }
}

/** By names without prefixes. */
export const attributesOf = (attributes: string): ReadonlyMap<string, string> =>
  new Map(
    [...attributes.matchAll(/(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, name = '', double, single]) => [name, unescaped(double ?? single ?? '')],
    ),
  );

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text without entities, sections of data and the escapes of workbooks (`_x000D_`). */
export const unescaped = (text: string): string =>
  text
    .replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
    .replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, entity: string) => {
      if (!entity.startsWith('#')) return NAMED[entity] ?? whole;
      return characterOf(
        /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1)),
      );
    })
    .replaceAll(/_x([\dA-F]{4})_/gi, (_whole, hex: string) => characterOf(Number.parseInt(hex, 16)));

const characterOf = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '');
