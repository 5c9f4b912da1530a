/** Decides about each row of an import of registers, against the entity's registers and the rows before it. */
import { Refusal } from '../../domain/refusal.ts';
import { invalidInput } from '../access/problem.ts';
import { IMPORTED_KIND } from '../api/register.ts';
import { ImportedRegister } from '../api/registers.ts';
import { kindOf } from '../records/registers/kinds.ts';
import { listRegisters, type StoredRegister } from '../records/registers/register.ts';
import { paymentsOf } from '../records/registers/state.ts';
import type { XeroServices } from '../services/context.ts';
import { normaliseName } from '../store/keys.ts';
import { checkedNewRegister } from './new-register.ts';
import type { Asked } from './register-input.ts';

export interface JudgedRow {
  readonly line: number;
  readonly action: 'create' | 'duplicate' | 'error';
  readonly entries: number;
  /** By field. */
  readonly errors: Record<string, string[]>;
  /** Null where the row can't be read. */
  readonly register: StoredRegister | null;
}

interface Row extends Readonly<Record<string, unknown>> {
  readonly line: number;
}

interface RowsOptions {
  /** The id of the register that a line creates: one that is there already is no duplicate of itself. */
  readonly idOf: (line: number) => string;
  readonly now: number;
  /** Receives the work of each row, in payments. */
  readonly charge: (payments: number) => Promise<void>;
}

/** @throws what `charge` throws */
export async function judgeRegisterRows(
  services: XeroServices,
  asked: Asked,
  rows: readonly Row[],
  { idOf, now, charge }: RowsOptions,
): Promise<JudgedRow[]> {
  const own = new Set(rows.map(({ line }) => idOf(line)));
  const registers = await listRegisters(services.table, asked.entity);
  const known = new Set(registers.filter(({ registerId }) => !own.has(registerId)).map(keyOf));
  const judged: JudgedRow[] = [];
  for (const { line, ...row } of rows) {
    try {
      const { data, error } = ImportedRegister.safeParse({ kind: IMPORTED_KIND, ...row });
      if (error) throw invalidInput(error);
      const registerId = idOf(line);
      const { register, worked } = await checkedNewRegister(services, asked, data, {
        registerId,
        now: now + line,
      });
      await charge(paymentsOf(worked));
      const isDuplicate = known.has(keyOf(register));
      known.add(keyOf(register));
      judged.push({
        line,
        action: isDuplicate ? 'duplicate' : 'create',
        entries: worked.entries.length,
        errors: isDuplicate ? { name: ['There is already a register of this name and these facts.'] } : {},
        register,
      });
    } catch (error) {
      if (!(error instanceof Refusal) || error.fields === undefined) throw error;
      const errors = Object.entries(error.fields).map(([field, all]): [string, string[]] => [
        field,
        [...all],
      ]);
      judged.push({ line, action: 'error', entries: 0, errors: Object.fromEntries(errors), register: null });
    }
  }
  return judged;
}

const keyOf = ({ kind, name, facts }: Pick<StoredRegister, 'kind' | 'name' | 'facts'>): string =>
  JSON.stringify([kind, normaliseName(name), ...kindOf(kind).wire.identityOf(facts)]);
