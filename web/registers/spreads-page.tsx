import { ArchiveIcon, PlusIcon, SyncIcon, TableIcon, UploadIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { useMemo, useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { sumDollars } from '../../domain/money.ts';
import { useMay } from '../data/account.ts';
import { useApi } from '../data/api.ts';
import type { Entity } from '../data/answers.ts';
import { counted } from '../data/counted.ts';
import { paths, pathTo } from '../data/paths.ts';
import { HelpLink } from '../help/help-link.tsx';
import { entityCrumbs } from '../ui/crumbs.ts';
import { showDate } from '../ui/dates.ts';
import { deferred } from '../ui/deferred.tsx';
import { useDrawnRows } from '../ui/drawn-rows.ts';
import { Empty } from '../ui/empty.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { formatDollars, MoneyCell } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { Pick } from '../ui/pick.tsx';
import { usePicking } from '../ui/picking.tsx';
import { SelectionBar } from '../ui/selection-bar.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import {
  ENOUGH_TO_FILTER,
  Filter,
  holdsWords,
  NothingMatches,
  useSorting,
  type SortableColumn,
} from '../ui/sorting.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { EntityTabs } from './entity-tabs.tsx';
import { registerTexts } from './texts.ts';
import type { RegisterSummary } from './types.ts';

const BulkEntries = deferred(async () => (await import('./bulk-entries.tsx')).BulkEntries);

/** The spreads of an entity. */
export const SpreadsPage = () => <RegistersOfEntity kind="spread" />;

/** The registers of an entity, of every kind. */
export const RegistersPage = () => <RegistersOfEntity kind={null} />;

const NOUNS = { spread: 'spread', all: 'register' } as const;

function RegistersOfEntity({ kind }: { readonly kind: 'spread' | null }) {
  const noun = NOUNS[kind ?? 'all'];
  const { entityId = '' } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const showsArchived = parameters.has('archived');
  const mayEdit = useMay('edit schedules');
  const entity = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  const list = useApi('GET /v1/entities/{entityId}/registers', {
    params: { entityId },
    query: { ...(kind && { kind }), ...(showsArchived && { IncludeArchived: 'true' }) },
  });
  useLoadFailure(entity.error ?? list.error, registerTexts.list);
  const [reviewed, setReviewed] = useState<readonly RegisterSummary[] | null>(null);
  const spreads = list.data;
  const due = spreads?.filter(({ toPost }) => toPost > 0) ?? [];
  const review = (chosen: readonly RegisterSummary[]): void => {
    if (entity.data?.hasXeroLink === true) setReviewed(chosen);
    else toast.error(registerTexts.notLinked);
  };
  return (
    <Page
      title={entity.data ? `${kind ? 'Spreads' : 'Spreads and loans'} of ${entity.data.name}` : ''}
      above={entityCrumbs(entityId, entity.data)}
      subtitle={
        <>
          {kind
            ? 'Prepaid expenses, borrowing costs and income in advance.'
            : 'Spreads and Division 7A loans, with the entries that are to be posted.'}{' '}
          <HelpLink page="spreads">About spreads</HelpLink>
        </>
      }
      actions={
        <>
          {mayEdit && (
            <>
              {due.length > 0 && (
                <Button leadingVisual={SyncIcon} onClick={() => review(spreads ?? [])}>
                  Post up to …
                </Button>
              )}
              <Button
                as={Link}
                href={pathTo(paths.newSpread, { entityId })}
                variant="primary"
                leadingVisual={PlusIcon}
              >
                New spread
              </Button>
            </>
          )}
          <MenuButton
            label="Options"
            items={[
              mayEdit && {
                label: 'Import spreads',
                icon: UploadIcon,
                href: pathTo(paths.importSpreads, { entityId }),
              },
              {
                label: showsArchived ? 'Hide archived' : 'Show archived',
                icon: ArchiveIcon,
                run: () => setParameters(showsArchived ? {} : { archived: '1' }),
              },
            ]}
          />
        </>
      }
    >
      <EntityTabs entityId={entityId} shown={kind && 'Spreads'} />
      {entity.data && spreads ? (
        <Spreads entity={entity.data} spreads={spreads} noun={noun} onReview={review} />
      ) : (
        <CardSkeleton columns={6} rows={4} />
      )}
      {reviewed !== null && (
        <BulkEntries entityId={entityId} registers={reviewed} noun={noun} onClose={() => setReviewed(null)} />
      )}
    </Page>
  );
}

const COLUMNS: readonly SortableColumn<RegisterSummary>[] = [
  { label: 'Name', sortBy: ({ name }) => name },
  { label: 'First day', sortBy: ({ from }) => from },
  { label: 'Last day', sortBy: ({ to }) => to },
  { label: 'Amount', kind: 'number', sortBy: ({ total }) => total },
  { label: 'Left', kind: 'number', sortBy: ({ balance }) => balance },
  { label: 'Next entry', sortBy: ({ next }) => next?.date ?? null },
  { label: 'In Xero', sortBy: ({ toPost }) => -toPost },
];

interface SpreadsProps {
  readonly entity: Entity;
  readonly spreads: readonly RegisterSummary[];
  /** A word for one of those listed. */
  readonly noun: string;
  readonly onReview: (chosen: readonly RegisterSummary[]) => void;
}

function Spreads({ entity, spreads, noun, onReview }: SpreadsProps) {
  const mayEdit = useMay('edit schedules');
  const [typed, setTyped] = useState('');
  const filtered = useMemo(() => spreads.filter(({ name }) => holdsWords(typed, name)), [spreads, typed]);
  const sorting = useSorting(filtered, COLUMNS);
  const { sorted } = sorting;
  const { picked, isPicked, toggle, clear, heads } = usePicking(sorted, sorting.heads, `Select all ${noun}s`);
  const drawn = useDrawnRows(sorted.length);
  if (spreads.length === 0) return <NoSpreads entityId={entity.id} mayEdit={mayEdit} />;
  return (
    <>
      <div className="card">
        {spreads.length >= ENOUGH_TO_FILTER && (
          <Filter label={`Filter ${noun}s`} text={typed} onChange={setTyped} />
        )}
        <Table
          label={noun === 'spread' ? 'Spreads' : 'Registers'}
          columns={mayEdit ? heads : sorting.heads}
          className="table-sticky table-stack"
        >
          <tbody>
            {sorted.slice(0, drawn).map((spread) => (
              <SpreadRow
                key={spread.id}
                entityId={entity.id}
                spread={spread}
                isPicked={isPicked(spread.id)}
                onToggle={mayEdit ? toggle : null}
              />
            ))}
          </tbody>
          {noun === 'spread' && sorted.length > 1 && <Totals spreads={sorted} />}
        </Table>
        {sorted.length === 0 && <NothingMatches typed={typed} />}
      </div>
      {picked.length > 0 && (
        <SelectionBar text={`${counted(picked.length, noun)} selected`} onClear={clear}>
          <Button size="small" variant="primary" onClick={() => onReview(picked)}>
            Post up to …
          </Button>
        </SelectionBar>
      )}
    </>
  );
}

interface SpreadRowProps {
  readonly entityId: string;
  readonly spread: RegisterSummary;
  readonly isPicked: boolean;
  readonly onToggle: ((id: string) => void) | null;
}

function SpreadRow({ entityId, spread, isPicked, onToggle }: SpreadRowProps) {
  const { id, kind, name, from, to, total, balance, next, status } = spread;
  return (
    <tr className="row-link" data-selected={isPicked || undefined}>
      <td>
        <Pick label={`Select ${name}`} checked={isPicked} onToggle={onToggle && (() => onToggle(id))}>
          <span>
            <Link href={pathTo(paths.registerPage, { entityId, registerId: id })} className="row-link-name">
              {name}
            </Link>
            {status !== 'active' && (
              <Label variant="secondary">{status === 'ended' ? 'Ended' : 'Archived'}</Label>
            )}
            {kind === 'division-7a' && <span className="cell-detail">Division 7A loan</span>}
          </span>
        </Pick>
      </td>
      <td className="date" data-label="First day">
        {showDate(from)}
      </td>
      <td className="date" data-label="Last day">
        {showDate(to)}
      </td>
      <MoneyCell label="Amount" dollars={total} />
      <MoneyCell label="Left" dollars={balance} />
      <td className="date" data-label="Next entry">
        {next ? (
          <>
            {showDate(next.date)}
            <span className="cell-detail">{formatDollars(next.amount)}</span>
          </>
        ) : (
          '–'
        )}
      </td>
      <td data-label="In Xero">
        <XeroWords spread={spread} />
      </td>
    </tr>
  );
}

function XeroWords({ spread: { toPost, posted, autoPost, status } }: { readonly spread: RegisterSummary }) {
  return (
    <>
      {toPost > 0 ? <strong>{toPost} to post</strong> : `${posted} posted`}
      {autoPost && status === 'active' && <span className="cell-detail">posts automatically</span>}
    </>
  );
}

function Totals({ spreads }: Pick<SpreadsProps, 'spreads'>) {
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={3}>
          {spreads.length} spreads
        </th>
        <MoneyCell label="Amount" dollars={sumDollars(spreads.map(({ total }) => total))} />
        <MoneyCell label="Left" dollars={sumDollars(spreads.map(({ balance }) => balance))} />
        <td className="fill-cell" colSpan={2} />
      </tr>
    </tfoot>
  );
}

function NoSpreads({ entityId, mayEdit }: { readonly entityId: string; readonly mayEdit: boolean }) {
  return (
    <div className="card">
      <Empty
        icon={TableIcon}
        title="There are no spreads yet"
        action={
          mayEdit && (
            <Button
              as={Link}
              href={pathTo(paths.newSpread, { entityId })}
              variant="primary"
              leadingVisual={PlusIcon}
            >
              New spread
            </Button>
          )
        }
      >
        A spread turns an amount that is paid or received once into one journal a month.
      </Empty>
    </div>
  );
}
