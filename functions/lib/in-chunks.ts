/** Returns the elements in their order, at most `size` at a time: as many as a call takes. */
export const inChunks = <Element>(all: readonly Element[], size: number): Element[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_each, index) =>
    all.slice(index * size, (index + 1) * size),
  );
