import { OrganizationIcon, PlusIcon, SearchIcon } from '@primer/octicons-react';
import { Button, Spinner } from '@primer/react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useApi, type Answer } from '../api.ts';
import { paths, pathTo } from '../paths.ts';
import { messageOf, Unreachable } from '../problem.ts';
import { Empty } from '../ui/empty.tsx';
import { formatDollars, Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useMay } from '../users/account.ts';
import { entityTexts } from './texts.ts';
import './entity-list.css';
import { deferred } from '../ui/deferred.tsx';
import { Table, type Column } from '../ui/table.tsx';

type Entity = Answer<'GET /v1/entities'>[number];

/** A search that ends sooner shows no loader. */
const LOADER_DELAY_MS = 250;

const CreateEntityDialog = deferred(
  async () => (await import('./create-entity-dialog.tsx')).CreateEntityDialog,
);

export function EntityList() {
  const [parameters] = useSearchParams();
  const term = (parameters.get('q') ?? '').trim();
  const {
    data: entities,
    error,
    isLoading,
  } = useApi('GET /v1/entities', term === '' ? {} : { query: { query: term } }, { keepPreviousData: true });
  /** The shell reports a service that can't be reached. */
  const isReported = error !== undefined && !(error instanceof Unreachable);
  const isSlow = useDelay(isLoading && term !== '', LOADER_DELAY_MS);
  useEffect(() => {
    if (isReported) toast.failure(error, term === '' ? entityTexts.list : entityTexts.search);
  }, [error, isReported, term]);
  return (
    <Page
      title="All entities"
      subtitle={entities && entities.length > 0 && <Summary entities={entities} term={term} />}
      actions={isSlow && <Spinner size="small" srText="Searching" />}
    >
      {isReported && !entities ? (
        <Notice tone="error">{messageOf(error, entityTexts.list)}</Notice>
      ) : (
        <div className="card">{listOf(entities, term)}</div>
      )}
    </Page>
  );
}

function listOf(entities: readonly Entity[] | undefined, term: string) {
  if (!entities) return <TableSkeleton columns={5} />;
  return entities.length === 0 ? <NoEntities term={term} /> : <EntityTable entities={entities} />;
}

function Summary({ entities, term }: { readonly entities: readonly Entity[]; readonly term: string }) {
  const count = `${entities.length} ${entities.length === 1 ? 'entity' : 'entities'}`;
  return term === '' ? count : `${count} for “${term}”`;
}

const COLUMNS: readonly Column[] = [
  { label: 'Name' },
  { label: 'Total Borrowing', kind: 'number' },
  { label: 'Total Outstanding', kind: 'number' },
  { label: 'Monthly Payments', kind: 'number' },
  { label: 'Schedules', kind: 'number' },
];

function EntityTable({ entities }: { readonly entities: readonly Entity[] }) {
  return (
    <Table label="Entities" columns={COLUMNS} className="table-sticky table-stack">
      <tbody>
        {entities.map((entity) => (
          <EntityRow key={entity.id} entity={entity} />
        ))}
      </tbody>
      {entities.length > 1 && <Totals entities={entities} />}
    </Table>
  );
}

function EntityRow({ entity }: { readonly entity: Entity }) {
  return (
    <tr className="row-link">
      <td className="entity-name">
        <Link href={pathTo(paths.entity, { entityId: entity.id })} className="row-link-name">
          {entity.name}
        </Link>
        {entity.hasXeroLink && <span className="entity-link">{entity.xeroEntityName}</span>}
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
  const total = (amount: (entity: Entity) => number) =>
    formatDollars(entities.reduce((cents, entity) => cents + Math.round(amount(entity) * 100), 0) / 100);
  return (
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td className="number" data-label="Total Borrowing">
          {total((entity) => entity.totalBorrowing)}
        </td>
        <td className="number" data-label="Total Outstanding">
          {total((entity) => entity.totalOutstanding)}
        </td>
        <td className="number" data-label="Monthly Payments">
          {total((entity) => entity.currentMonthPaymentTotal)}
        </td>
        <td className="number" data-label="Schedules">
          {entities.reduce((sum, entity) => sum + entity.schedulesCount, 0)}
        </td>
      </tr>
    </tfoot>
  );
}

function NoEntities({ term }: { readonly term: string }) {
  const mayCreate = useMay('edit entities');
  const [isCreating, setCreating] = useState(false);
  const create = mayCreate && (
    <Button variant="primary" leadingVisual={PlusIcon} onClick={() => setCreating(true)}>
      Create new entity
    </Button>
  );
  return (
    <>
      {term === '' ? (
        <Empty icon={OrganizationIcon} title={entityTexts.none} action={create}>
          {entityTexts.noneText}
        </Empty>
      ) : (
        <Empty icon={SearchIcon} title={entityTexts.noneFound(term)} action={create}>
          {mayCreate ? entityTexts.noneFoundText : entityTexts.noneFoundGuestText}
        </Empty>
      )}
      {isCreating && <CreateEntityDialog onClose={() => setCreating(false)} />}
    </>
  );
}

/** Returns true once the state has lasted for the delay. */
function useDelay(isOn: boolean, milliseconds: number): boolean {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setLasted(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [isOn, milliseconds]);
  return hasLasted;
}
