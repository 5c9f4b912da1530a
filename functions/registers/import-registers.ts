import { v5 } from 'uuid';
import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { findRegister, saveRegisters, type StoredRegister } from '../records/registers/register.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { inChunks } from '../lib/in-chunks.ts';
import { workOfWrite } from '../records/registers/state.ts';
import { judgeRows } from './judge-rows.ts';

/** Registers that a transaction creates, with their due items and audit entries. */
const AT_ONCE = 30;

/** The id of a register follows from the import and its line, so that no repeat creates it twice. */
export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers/import',
  async ({ actor, entity, body, now, today, deadlines, charge }, services) => {
    await charge(workOfWrite(entity));
    const { table } = services;
    const { entityId } = entity;
    const { importId, rows, skipErrors } = body;
    const idOf = (line: number): string => v5(`${entityId} ${line}`, importId);
    const judged = await judgeRows(services, { actor, entity, today, deadlines }, rows, { idOf, now });
    const failed = judged.flatMap(({ line, action, errors }) =>
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
    const wanted = judged.flatMap(({ line, action, register }) =>
      action === 'create' && register ? [{ line, register }] : [],
    );
    const open: StoredRegister[] = [];
    for (const { register } of wanted) {
      if ((await findRegister(table, entity, register.registerId)) === null) open.push(register);
    }
    for (const some of inChunks(open, AT_ONCE)) {
      await saveRegisters(
        table,
        entity,
        some.map((register) => ({ registerId: register.registerId, before: null, after: register })),
        some.map(({ registerId, kind, name }) =>
          auditEntry({
            actor,
            action: 'register/create',
            subject: registerId,
            at: now,
            detail: { register: name, kind, import: importId },
          }),
        ),
      );
    }
    await reviewRegisters(services.table, entity, today);
    return { created: wanted.map(({ line, register: { registerId } }) => ({ line, registerId })), failed };
  },
);
