/** Returns the elements in their order, at most `size` at a time: as many as a transaction or a call takes. */
export const inChunks = <Element>(all: readonly Element[], size: number): Element[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_each, index) =>
    all.slice(index * size, (index + 1) * size),
  );

/** Entities in a transaction, each with a write or a check of its own beside its change. */
export const ENTITIES_TOGETHER = 40;
