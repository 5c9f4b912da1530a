/**
 * Does something with each item, so many at a time.
 * @throws what the first failing one throws; none is begun after that.
 */
export async function inParallel<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // The iterator is shared: each worker takes the next item that none has taken.
  const iterator = Iterator.from(items);
  let hasFailed = false;
  const workers = Array.from({ length: atOnce }, async () => {
    for (let next = iterator.next(); !next.done && !hasFailed; next = iterator.next()) {
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  });
  await Promise.all(workers);
}
