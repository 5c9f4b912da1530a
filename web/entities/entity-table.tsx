import { useState } from 'react';
import { Link } from 'wouter';
import { sumDollars } from '../../domain/money.ts';
import type { Answer } from '../data/api.ts';
import { paths, pathTo } from '../data/paths.ts';
import { deferred } from '../ui/deferred.tsx';
import { formatDollars, Money } from '../ui/money.tsx';
import { Pick } from '../ui/pick.tsx';
import { usePicking } from '../ui/picking.tsx';
import { ENOUGH_TO_FILTER, Filter, holdsWords, useSorting, type SortableColumn } from '../ui/sorting.tsx';
import { Table } from '../ui/table.tsx';
import './entity-list.css';

type Entity = Answer<'GET /v1/entities'>[number];

const EntityBulkBar = deferred(async () => (await import('./entity-bulk-bar.tsx')).EntityBulkBar);

const COLUMNS: readonly SortableColumn<Entity>[] = [
  { label: 'Name', sortBy: ({ name }) => name },
  { label: 'Total Borrowing', kind: 'number', sortBy: ({ totalBorrowing }) => totalBorrowing },
  { label: 'Total Outstanding', kind: 'number', sortBy: ({ totalOutstanding }) => totalOutstanding },
  {
    label: 'Monthly Payments',
    kind: 'number',
    sortBy: ({ currentMonthPaymentTotal }) => currentMonthPaymentTotal,
  },
  { label: 'Schedules', kind: 'number', sortBy: ({ schedulesCount }) => schedulesCount },
];

export function EntityTable({ entities }: { readonly entities: readonly Entity[] }) {
  const [typed, setTyped] = useState('');
  const filtered = entities.filter(({ name, xeroEntityName }) =>
    holdsWords(typed, name, xeroEntityName ?? ''),
  );
  const sorting = useSorting(filtered, COLUMNS);
  const { sorted } = sorting;
  const { picked, keep, isKept, isPicked, toggle, clear, heads } = usePicking(
    sorted,
    sorting.heads,
    'Select all entities',
  );
  return (
    <>
      <div className="card">
        {entities.length >= ENOUGH_TO_FILTER && (
          <Filter label="Filter entities" text={typed} onChange={setTyped} />
        )}
        <Table label="Entities" columns={heads} className="table-sticky table-stack">
          <tbody>
            {sorted.map((entity) => (
              <EntityRow
                key={entity.id}
                entity={entity}
                isChosen={isPicked(entity.id)}
                onToggle={() => toggle(entity.id)}
              />
            ))}
          </tbody>
          {sorted.length > 1 && <Totals entities={sorted} />}
        </Table>
      </div>
      {picked.length > 0 && (
        <EntityBulkBar entities={picked} onClear={clear} isReviewing={isKept} onReview={keep} />
      )}
    </>
  );
}

interface EntityRowProps {
  readonly entity: Entity;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function EntityRow({ entity, isChosen, onToggle }: EntityRowProps) {
  return (
    <tr className="row-link" data-selected={isChosen || undefined}>
      <td className="entity-name">
        <Pick label={`Select ${entity.name}`} checked={isChosen} onToggle={onToggle}>
          <span>
            <Link href={pathTo(paths.entity, { entityId: entity.id })} className="row-link-name">
              {entity.name}
            </Link>
            {entity.hasXeroLink && <span className="entity-link">{entity.xeroEntityName}</span>}
          </span>
        </Pick>
      </td>
      <td className="number" data-label="Total Borrowing">
        <Money dollars={entity.totalBorrowing} />
      </td>
      <td className="number" data-label="Total Outstanding">
        <Money dollars={entity.totalOutstanding} />
      </td>
      <td className="number" data-label="Monthly Payments">
        <Money dollars={entity.currentMonthPaymentTotal} />
      </td>
      <td className="number" data-label="Schedules">
        {entity.schedulesCount}
      </td>
    </tr>
  );
}

function Totals({ entities }: { readonly entities: readonly Entity[] }) {
  return (
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td className="number" data-label="Total Borrowing">
          {formatDollars(sumDollars(entities.map(({ totalBorrowing }) => totalBorrowing)))}
        </td>
        <td className="number" data-label="Total Outstanding">
          {formatDollars(sumDollars(entities.map(({ totalOutstanding }) => totalOutstanding)))}
        </td>
        <td className="number" data-label="Monthly Payments">
          {formatDollars(
            sumDollars(entities.map(({ currentMonthPaymentTotal }) => currentMonthPaymentTotal)),
          )}
        </td>
        <td className="number" data-label="Schedules">
          {entities.reduce((sum, entity) => sum + entity.schedulesCount, 0)}
        </td>
      </tr>
    </tfoot>
  );
}
