import { Button, Label } from '@primer/react';
import { useState } from 'react';
import { Link } from 'wouter';
import { counted } from '../data/counted.ts';
import { useMay } from '../data/account.ts';
import type { Answer } from '../data/api.ts';
import { checkObstacles } from '../data/entity-texts.ts';
import { paths, pathTo } from '../data/paths.ts';
import { showDate } from '../ui/dates.ts';
import { deferred } from '../ui/deferred.tsx';
import { formatDollars } from '../ui/money.tsx';
import { Pick } from '../ui/pick.tsx';
import { usePicking } from '../ui/picking.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Filter, holdsWords, NothingMatches, type SortableColumn, useSorting } from '../ui/sorting.tsx';
import { Table } from '../ui/table.tsx';
import { useParameters } from '../ui/use-parameters.ts';
import './entity-list.css';

type Entity = Answer<'GET /v1/entities'>[number];

const EntityBulkBar = deferred(async () => (await import('./entity-bulk-bar.tsx')).EntityBulkBar);
const AssignDialog = deferred(async () => (await import('./assign-dialog.tsx')).AssignDialog);

/** The states of an entity in Xero, those that need work first. */
const STATES = {
  disconnected: 'Reconnect',
  'not-linked': 'Not linked',
  incomplete: 'Not set up',
  ready: 'Linked',
} as const;
const STATE_ORDER = Object.keys(STATES);

const RESULTS = { differs: 'Differs', agrees: 'Agrees' } as const;

const resultOf = ({ status, obstacle }: NonNullable<Entity['lastCheck']>): string =>
  status === 'unknown' ? checkObstacles[obstacle ?? 'unavailable'] : RESULTS[status];

const COLUMNS: readonly SortableColumn<Entity>[] = [
  { label: 'Name', sortBy: ({ name }) => name },
  { label: 'Xero', sortBy: ({ xeroState }) => STATE_ORDER.indexOf(xeroState) },
  { label: 'To post', kind: 'number', sortBy: ({ toPost: { amount } }) => amount },
  { label: 'Last check', sortBy: ({ lastCheck }) => lastCheck?.checkedAt ?? null },
  { label: 'Next balloon', sortBy: ({ nextBalloon }) => nextBalloon?.date ?? null },
  { label: 'Responsible', sortBy: ({ responsible }) => responsible?.name ?? null },
];

const FILTERS: Readonly<Record<string, (entity: Entity) => boolean>> = {
  'to-post': ({ toPost: { count } }) => count > 0,
  'not-ready': ({ xeroState }) => xeroState !== 'ready',
  differs: ({ lastCheck }) => lastCheck?.status === 'differs',
  unchecked: ({ lastCheck, hasXeroLink }) => hasXeroLink && lastCheck === null,
};
const FILTER_LABELS = {
  all: 'All entities',
  'to-post': 'Payments to post',
  'not-ready': 'Not ready in Xero',
  differs: 'Last check differs',
  unchecked: 'Never checked',
} as const;

/** The entities with the work that each asks for. */
export function WorkTable({ entities }: { readonly entities: readonly Entity[] }) {
  const mayEdit = useMay('edit entities');
  const [parameters, set] = useParameters({ replace: true });
  const [typed, setTyped] = useState('');
  const [isAssigning, setAssigning] = useState(false);
  const shows = parameters.get('show') ?? 'all';
  const filtered = entities.filter(
    (entity) =>
      (FILTERS[shows]?.(entity) ?? true) &&
      holdsWords(typed, entity.name, entity.xeroEntityName ?? '', entity.responsible?.name ?? ''),
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
      <section className="card card-body form-row page-options" aria-label="Work list options">
        <SelectField
          label="Show"
          choices={Object.entries(FILTER_LABELS).map(([value, label]) => ({ value, label }))}
          value={shows}
          onChange={(value) => set({ show: value === 'all' ? null : value })}
        />
      </section>
      <div className="card">
        <Filter label="Filter entities" text={typed} onChange={setTyped} />
        <Table
          label="Work list"
          columns={mayEdit ? heads : sorting.heads}
          className="table-sticky table-stack"
        >
          <tbody>
            {sorted.map((entity) => (
              <WorkRow
                key={entity.id}
                entity={entity}
                isPicked={isPicked(entity.id)}
                onToggle={mayEdit ? () => toggle(entity.id) : undefined}
              />
            ))}
          </tbody>
        </Table>
        {sorted.length === 0 && <NothingMatches typed={typed} />}
      </div>
      {picked.length > 0 && (
        <EntityBulkBar entities={picked} onClear={clear} isReviewing={isKept} onReview={keep}>
          <Button size="small" onClick={() => setAssigning(true)}>
            Assign
          </Button>
        </EntityBulkBar>
      )}
      {isAssigning && <AssignDialog entities={picked} onClose={() => setAssigning(false)} />}
    </>
  );
}

interface WorkRowProps {
  readonly entity: Entity;
  readonly isPicked: boolean;
  readonly onToggle: (() => void) | undefined;
}

function WorkRow({ entity, isPicked, onToggle }: WorkRowProps) {
  const { id: entityId, name, xeroState, toPost, lastCheck, nextBalloon, responsible } = entity;
  const link = (
    <Link href={pathTo(paths.entity, { entityId })} className="row-link-name">
      {name}
    </Link>
  );
  return (
    <tr className="row-link" data-selected={isPicked || undefined}>
      <td className="entity-name">
        <Pick label={`Select ${name}`} checked={isPicked} onToggle={onToggle}>
          {link}
        </Pick>
      </td>
      <td data-label="Xero">
        <Label
          variant={xeroState === 'disconnected' ? 'danger' : xeroState === 'ready' ? 'success' : 'secondary'}
        >
          {STATES[xeroState]}
        </Label>
      </td>
      <td className="number" data-label="To post">
        {toPost.count === 0 ? (
          '–'
        ) : (
          <>
            {formatDollars(toPost.amount)}
            <span className="cell-detail">{counted(toPost.count, 'payment')}</span>
          </>
        )}
      </td>
      <td data-label="Last check">
        {lastCheck === null ? (
          '–'
        ) : (
          <>
            {resultOf(lastCheck)}
            {lastCheck.status === 'differs' && lastCheck.difference !== null && (
              <> by {formatDollars(lastCheck.difference)}</>
            )}
            <span className="cell-detail">at {showDate(lastCheck.date)}</span>
          </>
        )}
      </td>
      <td className="date" data-label="Next balloon">
        {nextBalloon === null ? (
          '–'
        ) : (
          <>
            {showDate(nextBalloon.date)}
            <span className="cell-detail">{formatDollars(nextBalloon.amount)}</span>
          </>
        )}
      </td>
      <td data-label="Responsible">{responsible?.name ?? '–'}</td>
    </tr>
  );
}
