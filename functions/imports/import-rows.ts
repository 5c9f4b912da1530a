/** Imports rows: judges all of them, then creates those that can be. */
import type * as z from 'zod';
import { paymentCount } from '../../domain/amortisation/terms.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Actor } from '../access/actor.ts';
import type { ServicesFor } from '../services/context.ts';
import { createRows, type Failed } from './create-rows.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';
import { refuseBeyondSize } from '../records/tenants/size.ts';
import { beginImport, importUndone, readImport } from '../records/tenants/imports.ts';
import { type JudgedRow, judgeRows } from './judge-rows.ts';
import type { ImportReport, NewImport } from '../api/imports.ts';

interface Asked {
  readonly actor: Actor;
  readonly body: z.output<typeof NewImport>;
  /** The time by which the answer must be under way, milliseconds since the epoch. */
  readonly deadline: number;
}

/**
 * Judges all rows before it creates any. A repeat continues with the rows that have no schedule yet.
 * @throws Refusal `invalid` when a row can't be imported and errors aren't skipped, `conflict` after an undo or when the
 * plan can't hold them all.
 */
export async function importRows(
  services: ServicesFor<'table:write'>,
  { actor, body, deadline }: Asked,
): Promise<z.output<typeof ImportReport>> {
  const { table, clock } = services;
  const known = await readImport(table, actor, body.importId);
  if (known && known.state !== 'open') throw importUndone();
  const rows = body.rows.filter(({ line }) => known?.schedules[line] === undefined);
  const judged = await judgeRows(table, actor, rows);
  const failed = judged.flatMap((row) => failureOf(row, body.createEntities));
  if (failed.length > 0 && !body.skipErrors && !known) throw rowsRefused(failed, body.rows);
  const lines = new Set(failed.map(({ line }) => line));
  const creatable = judged.filter(({ line }) => !lines.has(line));
  await refuseBeyondSize(table, actor.tenantId, {
    schedules: creatable.length,
    payments: creatable.reduce((sum, { contract }) => sum + (contract ? paymentCount(contract.terms) : 0), 0),
  });
  const begun = creatable.length > 0 ? await beginImport(table, actor, body.importId, clock.now()) : known;
  const stopped = await createRows(services, { actor, importId: body.importId, rows: creatable, deadline });
  // The import may have created entities, which the caller's limits don't have yet.
  const { schedules = {} } =
    (begun && (await readImport(table, allEntities(actor.tenantId), body.importId))) ?? {};
  const created = body.rows.flatMap(({ line }) => {
    const made = schedules[line];
    return made ? [{ line, ...made }] : [];
  });
  const isCreated = ({ line }: Failed): boolean => schedules[line] !== undefined;
  const failures = [...failed, ...stopped].filter((failure) => !isCreated(failure));
  return { created, failed: failures.toSorted((a, b) => a.line - b.line) };
}

function failureOf(
  { line, action, entityId, contract, errors }: JudgedRow,
  createEntities: boolean,
): Failed[] {
  if (action !== 'create') {
    return [
      { line, errors: Object.fromEntries(Object.entries(errors).map(([key, texts]) => [key, [...texts]])) },
    ];
  }
  if (entityId !== null || createEntities) return [];
  return [{ line, errors: { entity: [`There is no entity named "${contract?.entity ?? ''}".`] } }];
}

/** The rows' errors by their wire names: `rows.3.loanAmount`. */
function rowsRefused(failed: readonly Failed[], rows: readonly { readonly line: number }[]): Refusal {
  const fields = failed.flatMap(({ line, errors }) => {
    const index = rows.findIndex((row) => row.line === line);
    return Object.entries(errors).map(([column, texts]) => [`rows.${index}.${column}`, texts] as const);
  });
  const message = `${failed.length} of ${rows.length} rows can’t be imported.`;
  return new Refusal('invalid', 'import/rows', message, Object.fromEntries(fields));
}
