/** The contracts of an entity's schedules that are neither archived nor paid out, from the entity's own item. */
import { type Contract, contractOf } from '../../../domain/reports/contract.ts';
import { unpackFigures } from '../../../domain/contract/packed-figures.ts';
import type { Entity } from '../entities/entity.ts';
import { readContracts } from './events.ts';
import type { TableReader } from '../../store/table.ts';

export interface ListedContract {
  readonly shortId: string;
  readonly contract: Contract;
}

/** Only schedules that are too long for their entity's item are read themselves. */
export async function contractsOf(
  table: TableReader,
  { entityId, figures }: Entity,
): Promise<ListedContract[]> {
  const packed = Object.entries(figures).map(([id, bytes]) => [id, unpackFigures(bytes)] as const);
  const missing = packed.filter(([, schedule]) => schedule === null).map(([id]) => id);
  const read = await readContracts(table, entityId, missing);
  return [
    ...packed.flatMap(([id, schedule]) =>
      schedule === null ? [] : [{ shortId: id, contract: contractOf(schedule) }],
    ),
    ...[...read].flatMap(([id, schedule]) =>
      schedule.status === 'active' ? [{ shortId: id, contract: contractOf(schedule) }] : [],
    ),
  ];
}
