import { ChecklistIcon, OrganizationIcon, PlusIcon, SearchIcon } from '@primer/octicons-react';
import { Button, Spinner } from '@primer/react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { isComing, useApi, type Answer } from '../data/api.ts';
import { messageOf, Unreachable } from '../data/problem.ts';
import { paths } from '../data/paths.ts';
import { Empty } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { toast } from '../ui/toasts.tsx';
import { useMay } from '../data/account.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { deferred } from '../ui/deferred.tsx';
import { EntityTable } from './entity-table.tsx';
import { FirstSteps } from './first-steps-card.tsx';

type Entity = Answer<'GET /v1/entities'>[number];

/** A search that ends sooner shows no loader. */
const LOADER_DELAY_MS = 250;

const LOADING = <CardSkeleton columns={5} />;

const WorkTable = deferred(async () => (await import('./work-table.tsx')).WorkTable);
const FoundSchedules = deferred(async () => (await import('./found-schedules.tsx')).FoundSchedules);
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
      title={term === '' ? 'All entities' : entityTexts.results(term)}
      subtitle={entities && entities.length > 0 && <Summary entities={entities} />}
      actions={
        isSlow ? (
          <Spinner size="small" srText="Searching" />
        ) : (
          term === '' && entities?.some(({ hasXeroLink }) => hasXeroLink) && <CheckAll />
        )
      }
    >
      {isReported && !entities ? (
        <Notice tone="error">{messageOf(error, entityTexts.list)}</Notice>
      ) : (
        <List entities={entities} term={term} />
      )}
      {term !== '' && <FoundSchedules term={term} />}
    </Page>
  );
}

interface ListProps {
  readonly entities: readonly Entity[] | undefined;
  readonly term: string;
}

function List({ entities, term }: ListProps) {
  if (!entities) return LOADING;
  const found = entities.length > 0 ? <EntityTable entities={entities} /> : <NoEntities term={term} />;
  if (term !== '') return entities.length > 0 ? found : <UnlessFound term={term}>{found}</UnlessFound>;
  return (
    <FirstSteps placeholder={LOADING}>
      {entities.length === 0 ? found : <Views entities={entities}>{found}</Views>}
    </FirstSteps>
  );
}

/** The figures of the entities, or the work that each asks for. */
function Views({
  entities,
  children,
}: {
  readonly entities: readonly Entity[];
  readonly children: ReactNode;
}) {
  const [parameters] = useSearchParams();
  const isWork = parameters.get('view') === 'work';
  return (
    <>
      <Tabs
        label="Views of the entities"
        tabs={[
          { label: 'Figures', href: paths.home, isShown: !isWork },
          { label: 'Work', href: `${paths.home}?view=work`, isShown: isWork },
        ]}
      />
      {isWork ? <WorkTable entities={entities} /> : children}
    </>
  );
}

function CheckAll() {
  return (
    <Button as={Link} href={paths.ledgerChecks.replace('/:checkId?', '')} leadingVisual={ChecklistIcon}>
      Ledger check of all
    </Button>
  );
}

const Summary = ({ entities }: { readonly entities: readonly Entity[] }) =>
  `${entities.length} ${entities.length === 1 ? 'entity' : 'entities'}`;

/** Shows its children when no schedule matches either. */
function UnlessFound({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  const search = useApi('GET /v1/search', { query: { query: term } }, { keepPreviousData: true });
  if (isComing(search)) return LOADING;
  return search.data?.some(({ kind }) => kind === 'schedule') ? null : children;
}

function NoEntities({ term }: { readonly term: string }) {
  const mayCreate = useMay('edit entities');
  const seesAll = useMay('manage users');
  const [isCreating, setCreating] = useState(false);
  const create = mayCreate && (
    <Button variant="primary" leadingVisual={PlusIcon} onClick={() => setCreating(true)}>
      Create new entity
    </Button>
  );
  return (
    <div className="card">
      {term === '' ? (
        <Empty
          icon={OrganizationIcon}
          title={entityTexts.none}
          action={
            mayCreate && (
              <span className="form-actions">
                {create}
                <Button as={Link} href={paths.import}>
                  Import a register
                </Button>
              </span>
            )
          }
        >
          {seesAll ? entityTexts.noneText : entityTexts.noneOpenText}
        </Empty>
      ) : (
        <Empty icon={SearchIcon} title={entityTexts.noneFound(term)} action={create}>
          {mayCreate ? entityTexts.noneFoundText : entityTexts.noneFoundGuestText}
        </Empty>
      )}
      {isCreating && <CreateEntityDialog onClose={() => setCreating(false)} />}
    </div>
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
