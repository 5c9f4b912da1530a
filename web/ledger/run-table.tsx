import { CheckCircleFillIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { checkObstacles } from '../data/entity-texts.ts';
import { paths, pathTo } from '../data/paths.ts';
import { showMoment } from '../ui/instants.ts';
import { Money } from '../ui/money.tsx';
import { Pick } from '../ui/pick.tsx';
import { usePicking } from '../ui/picking.tsx';
import { SelectionBar } from '../ui/selection-bar.tsx';
import {
  ENOUGH_TO_FILTER,
  Filter,
  holdsWords,
  NothingMatches,
  type SortableColumn,
  useSorting,
} from '../ui/sorting.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { ledgerTexts } from './texts.ts';

type Run = Answer<'GET /v1/ledgerchecks/{checkId}'>;
type Entity = Run['entities'][number];

/** Entities that need work come first. */
const ORDER: Readonly<Record<Entity['status'], number>> = { differs: 0, unknown: 1, waiting: 2, agrees: 3 };

const COLUMNS: readonly SortableColumn<Entity & { readonly id: string }>[] = [
  { label: 'Entity', sortBy: ({ name }) => name },
  { label: 'Result', sortBy: ({ status }) => ORDER[status] },
  { label: 'Difference', kind: 'number', sortBy: ({ difference }) => difference },
  { label: 'Signed off', sortBy: ({ signedOffAt }) => signedOffAt },
];

export function RunTable({ run, maySignOff }: { readonly run: Run; readonly maySignOff: boolean }) {
  const [typed, setTyped] = useState('');
  const rows = run.entities
    .filter(({ name }) => holdsWords(typed, name))
    .map((entity) => ({ ...entity, id: entity.entityId }));
  const sorting = useSorting(rows, COLUMNS, 'Result');
  const { sorted } = sorting;
  const { picked, isPicked, toggle, clear, heads } = usePicking(sorted, sorting.heads, 'Select all entities');
  const open = picked.filter(
    ({ status, signedOffAt }) => (status === 'agrees' || status === 'differs') && signedOffAt === null,
  );
  const signOff = useAction(
    async () => {
      const entityIds = open.map(({ entityId }) => entityId);
      const params = { checkId: run.checkId };
      await change('PUT /v1/ledgerchecks/{checkId}/signoffs', { params, body: { entityIds } });
      toast.success(ledgerTexts.signedOff(entityIds.length));
      clear();
    },
    (error) => toast.failure(error, ledgerTexts.signOff),
  );
  return (
    <>
      <div className="card">
        {run.entities.length >= ENOUGH_TO_FILTER && (
          <Filter label="Filter entities" text={typed} onChange={setTyped} />
        )}
        <Table
          label="Entities checked"
          columns={maySignOff ? heads : sorting.heads}
          className="table-sticky table-stack"
        >
          <tbody>
            {sorted.map((entity) => (
              <Row
                key={entity.id}
                entity={entity}
                date={run.date}
                isPicked={isPicked(entity.id)}
                onToggle={maySignOff ? () => toggle(entity.id) : undefined}
              />
            ))}
          </tbody>
        </Table>
        {sorted.length === 0 && <NothingMatches typed={typed} />}
      </div>
      {picked.length > 0 && (
        <SelectionBar text={`${picked.length} selected, ${open.length} to sign off`} onClear={clear}>
          <Button
            size="small"
            variant="primary"
            loading={signOff.isBusy}
            disabled={open.length === 0}
            onClick={signOff.start}
          >
            Sign off
          </Button>
        </SelectionBar>
      )}
    </>
  );
}

interface RowProps {
  readonly entity: Entity;
  /** The date of the run. */
  readonly date: string;
  readonly isPicked: boolean;
  readonly onToggle: (() => void) | undefined;
}

function Row({ entity, date, isPicked, onToggle }: RowProps) {
  const { entityId, name, difference, signedOffBy, signedOffAt } = entity;
  const link = <Link href={`${pathTo(paths.check, { entityId })}?date=${date}`}>{name}</Link>;
  return (
    <tr data-selected={isPicked || undefined}>
      <td className="name">
        <Pick label={`Select ${name}`} checked={isPicked} onToggle={onToggle}>
          {link}
        </Pick>
      </td>
      <td data-label="Result">
        <Status entity={entity} />
      </td>
      <td className="number" data-label="Difference">
        {difference === null ? '–' : <Money dollars={difference} />}
      </td>
      <td data-label="Signed off">
        {signedOffAt === null ? (
          '–'
        ) : (
          <>
            {signedOffBy}
            <span className="cell-detail">{showMoment(signedOffAt)}</span>
          </>
        )}
      </td>
    </tr>
  );
}

function Status({ entity: { entityId, name, status, obstacle, message } }: { readonly entity: Entity }) {
  if (status === 'agrees') {
    return (
      <span className="check-agrees">
        <CheckCircleFillIcon size={16} aria-hidden="true" /> Agrees
      </span>
    );
  }
  if (status === 'differs') return <Label variant="danger">Differs</Label>;
  if (status === 'waiting') return <span className="muted">Waiting</span>;
  return (
    <>
      <Label variant="attention">{checkObstacles[obstacle ?? 'unavailable']}</Label>
      <span className="cell-detail check-message">
        {message} <Link href={pathTo(paths.entity, { entityId })}>Open {name}</Link>
      </span>
    </>
  );
}
