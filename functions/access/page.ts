import { invalid } from '../../domain/refusal.ts';
import type { ListReply } from '../api/route.ts';

/**
 * Returns a page of a list that fits into memory. The cursor is the id of the last element of the page before.
 * @throws Refusal `invalid` for a cursor that is not an id of the list.
 */
export function pageOf<Element>(
  all: readonly Element[],
  { limit, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  idOf: (element: Element) => string,
): ListReply<Element> {
  const before = cursor === undefined ? -1 : all.findIndex((element) => idOf(element) === cursor);
  if (cursor !== undefined && before === -1) {
    throw invalid('cursor', 'request/cursor', 'The cursor does not belong to this list.');
  }
  const rest = all.slice(before + 1);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return { items, next: items.length < rest.length && last !== undefined ? idOf(last) : null };
}
