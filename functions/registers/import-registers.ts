import { v5 } from 'uuid';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { importRepeated, readRegisterImport, registerImportWrite } from '../records/registers/imports.ts';
import { saveRegisters } from '../records/registers/register-writes.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { bytesOf } from '../lib/bytes.ts';
import { inChunks } from '../lib/in-chunks.ts';
import { tryCommitOne } from '../store/table.ts';
import { judgeRegisterRows } from './judge-register-rows.ts';

/** Registers that a transaction creates, with their due items and audit entries. */
const AT_ONCE = 30;

/** Errors are kept for the answer to a repeat, in one item. */
const MAX_ERRORS_BYTES = 250_000;

/** An import keeps its answer. A repeat answers the same, or continues an import that was interrupted. */
export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers/import',
  async ({ actor, entity, body, now, today, deadlines, charge }, services) => {
    const { table } = services;
    const { entityId } = entity;
    const { importId, rows, skipErrors } = body;
    let imported = await readRegisterImport(table, entityId, importId);
    if (imported.failed) return { created: imported.created, failed: imported.failed };
    const idOf = (line: number): string => v5(`${entityId} ${line}`, importId);
    const judged = await judgeRegisterRows(services, { actor, entity, today, deadlines }, rows, {
      idOf,
      now,
      charge,
    });
    const known = new Set(imported.created.map(({ line }) => line));
    const open = judged.filter(({ line }) => !known.has(line));
    const failed = open.flatMap(({ line, action, errors }) =>
      action === 'create' ? [] : [{ line, errors }],
    );
    const [first] = failed;
    if (first && !skipErrors) {
      const fields = failed.flatMap(({ line, errors }) =>
        Object.entries(errors).map(([field, messages]) => [`rows.${line}.${field}`, messages] as const),
      );
      throw new Refusal(
        'invalid',
        'import/rows',
        `Line ${first.line} can’t be created.`,
        Object.fromEntries(fields),
      );
    }
    if (bytesOf(failed) > MAX_ERRORS_BYTES) {
      throw invalid(
        'rows',
        'import/rows',
        'The rows have too many errors. Please correct some of them first.',
      );
    }
    const wanted = open.flatMap(({ line, action, register }) =>
      action === 'create' && register ? [{ line, register }] : [],
    );
    const keep = (changes: Partial<Pick<typeof imported, 'created' | 'failed'>>) => {
      const write = registerImportWrite(entityId, { ...imported, ...changes }, now);
      imported = { ...imported, ...changes, version: imported.version + 1 };
      return write;
    };
    for (const some of inChunks(wanted, AT_ONCE)) {
      const created = some.map(({ line, register: { registerId } }) => ({ line, registerId }));
      await saveRegisters(
        table,
        entity,
        some.map(({ register }) => ({ registerId: register.registerId, before: null, after: register })),
        [
          { ...keep({ created: [...imported.created, ...created] }), otherwise: importRepeated },
          ...some.map(({ register: { registerId, kind, name } }) =>
            auditEntry({
              actor,
              action: 'register/create',
              subject: registerId,
              at: now,
              detail: { register: name, kind, import: importId },
            }),
          ),
        ],
      );
    }
    // Has no effect where a repeat, or the same write before a lost answer, has ended the import.
    await tryCommitOne(table, keep({ failed }));
    await reviewRegisters(services.table, entity, today);
    return { created: imported.created, failed };
  },
);
