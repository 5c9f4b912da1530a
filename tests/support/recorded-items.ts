/** Items as deployed versions stored them, one file per recording, with bytes as base64 and sets as lists. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Item } from '../../functions/store/table.ts';

const folder = path.resolve(import.meta.dirname, '../fixtures/released');

/** The names of the recordings; none before the first deployment. */
export const recordings = (): string[] => (existsSync(folder) ? readdirSync(folder).toSorted() : []);

export function readRecording(file: string): Item[] {
  const text = readFileSync(path.join(folder, file), 'utf8');
  return JSON.parse(text, (_name, value: unknown) => {
    const { bytes, numberSet } = (value ?? {}) as { readonly bytes?: unknown; readonly numberSet?: unknown };
    if (Array.isArray(numberSet)) return new Set(numberSet);
    return typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes, 'base64')) : value;
  }) as Item[];
}

export function writeRecording(file: string, items: readonly Item[]): void {
  const text = JSON.stringify(items, asJson, 2);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, file), `${text}\n`);
}

function asJson(_name: string, value: unknown): unknown {
  if (value instanceof Set) return { numberSet: [...value] };
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;
}
