/** The pages of what this tab has deleted: Back leads from them to a page that still exists, without an error. */
const deleted = new Map<string, string>();

/** @param leadsTo the address shown instead of the page and those below it. */
export function markDeleted(page: string, leadsTo: string): void {
  deleted.set(page, leadsTo);
}

/** Returns the address to show instead of a deleted page; null for any other. */
export function replacementOf(path: string): string | null {
  for (const [page, leadsTo] of deleted) {
    if (path === page || path.startsWith(`${page}/`)) return replacementOf(leadsTo) ?? leadsTo;
  }
  return null;
}
