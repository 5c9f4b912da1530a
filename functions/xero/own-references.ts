/** References of ours in documents that Xero has. */
import type { ProtocolRules } from '../../domain/posting/protocol.ts';
import type { DocumentContent, UnreadableDocument } from '../services/xero/port.ts';

/** Returns the references of ours that a document carries: in its reference or narration, and in its lines. */
export function referencesIn(
  { text, lines }: DocumentContent,
  { referenceIn }: Pick<ProtocolRules, 'referenceIn'>,
): string[] {
  const texts = [text, ...lines.map(({ description }) => description)];
  return texts.flatMap((each) => referenceIn(each) ?? []);
}

/** Returns the references of ours in any text of a document that can't be read. */
export function referencesInJson(
  { json }: Pick<UnreadableDocument, 'json'>,
  { referenceIn }: Pick<ProtocolRules, 'referenceIn'>,
): string[] {
  const found: string[] = [];
  JSON.parse(json, (_key, value: unknown) => {
    const reference = typeof value === 'string' ? referenceIn(value) : null;
    if (reference !== null) found.push(reference);
    return value;
  });
  return found;
}
