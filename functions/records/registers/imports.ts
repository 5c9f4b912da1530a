/** Imports of registers: what each of them created. The only reader and writer of their items. */
import * as z from 'zod';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { keys } from '../../store/keys.ts';
import type { SingleWrite, TableReader } from '../../store/table.ts';

const RegisterImport = z.object({
  importId: z.string(),
  /** In the order of the rows. A register that is deleted later stays here, so that no repeat creates it again. */
  created: z.array(z.object({ line: z.number(), registerId: z.string() })),
  /** Null until all rows were tried. */
  failed: z
    .array(z.object({ line: z.number(), errors: z.record(z.string(), z.array(z.string())) }))
    .nullable(),
  /** Counts every write; 0 before the first. */
  version: z.number(),
});

export type RegisterImport = Readonly<z.output<typeof RegisterImport>>;

/** As long as the imports of schedules. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Returns the import of that id; one without rows when it has not begun. */
export async function readRegisterImport(
  table: TableReader,
  entityId: string,
  importId: string,
): Promise<RegisterImport> {
  const item = await table.get(keys.registerImport(entityId, importId));
  return item ? RegisterImport.parse(item) : { importId, created: [], failed: null, version: 0 };
}

/** The write of an import that is as it was read. Its condition fails when a repeat has written it. */
export function registerImportWrite(
  entityId: string,
  { version, ...stored }: RegisterImport,
  now: number,
): SingleWrite {
  const ttl = Math.floor(now / 1000) + KEPT_SECONDS;
  return {
    put: { ...keys.registerImport(entityId, stored.importId), ...stored, version: version + 1, ttl },
    if: version === 0 ? 'absent' : ['version', '=', version],
  };
}

export const importRepeated = (): Refusal =>
  conflict('import/repeated', 'This import is running already. Please try again.');
