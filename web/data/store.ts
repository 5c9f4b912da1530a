/** A value outside React that components subscribe to, for parts that exist once on the page. */
import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  read(): Value;
  write(value: Value): void;
  use(): Value;
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  const read = (): Value => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    read,
    write: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, read),
  };
}
