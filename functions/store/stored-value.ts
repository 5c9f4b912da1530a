/**
 * A deep copy of `value` as the table would answer it: without `undefined` members. `Uint8Array`s are copied too.
 * @throws TypeError for what the table cannot hold: NaN, integers beyond 2^53, functions, class instances…
 */
export function storedValue<T>(value: T): T;
export function storedValue(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (Array.isArray(value)) return value.filter((member) => member !== undefined).map((member) => storedValue(member));
  if (isMap(value)) return storedMembers(value);
  throw new TypeError(`The table cannot hold ${describeValue(value)}`);
}

/** True of plain objects: what the table keeps as a map and a dotted path can lead into. */
export function isMap(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function storedMembers(map: Record<string, unknown>): Record<string, unknown> {
  const members = Object.entries(map).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, storedValue(member)]));
}

function describeValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? `a ${value.constructor.name}` : String(value);
}
