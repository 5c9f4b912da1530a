/** Returns the bytes of a value as JSON, which are at least those that it takes in the table. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value, asStored) ?? '');

/** Sets and bytes are no JSON. */
function asStored(_name: string, value: unknown): unknown {
  if (value instanceof Set) return [...value];
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
