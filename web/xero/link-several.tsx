/** Linking the entities of one consent in one sitting: a row for each Xero organisation, with the entity that it keeps. */
import { Button } from '@primer/react';
import { useState } from 'react';
import { Link, Redirect } from 'wouter';
import { useApi } from '../data/api.ts';
import type { Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { counted } from '../data/counted.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { paths, pathTo } from '../data/paths.ts';
import { HOME_CRUMBS } from '../ui/crumbs.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useUnseen } from '../ui/use-unseen.ts';
import {
  type AccountingTenant,
  deleteAccountingTenants,
  isLinkable,
  readAccountingTenants,
} from './accounting-tenants.ts';
import { Choose } from './choose.tsx';
import { closestName, namesAgree } from './closest-name.ts';
import { xeroTexts } from './texts.ts';

const LINK = 'POST /v1/connections/xero/link';

/** The most links of a call. */
const AT_ONCE = 20;

type Entity = Pick<Answer<'GET /v1/entities'>[number], 'id' | 'name' | 'hasXeroLink'>;
type Result = Answer<typeof LINK>['results'][number];

export function LinkSeveral() {
  const [organisations] = useState(readAccountingTenants);
  const { data: entities, error } = useApi('GET /v1/entities', {});
  useLoadFailure(error, entityTexts.list);
  if (organisations.length === 0) return <Redirect to={paths.home} replace />;
  return (
    <Page
      title="Link several entities"
      above={HOME_CRUMBS}
      subtitle={`You gave access to ${counted(organisations.length, 'Xero organisation')}. Choose the entity of each.`}
    >
      {entities ? (
        <Links organisations={organisations} entities={entities} />
      ) : (
        <CardSkeleton columns={3} rows={organisations.length} />
      )}
    </Page>
  );
}

interface LinksProps {
  readonly organisations: readonly AccountingTenant[];
  readonly entities: readonly Entity[];
}

function Links({ organisations, entities }: LinksProps) {
  // Kept from the first read: linking changes the entities.
  const [free] = useState(() => entities.filter(({ hasXeroLink }) => !hasXeroLink));
  const [chosen, setChosen] = useState(() => proposedFor(organisations, free));
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const reportUnseen = useUnseen();
  const isLinked = (id: string): boolean => results.get(id)?.status === 'linked';
  const links = organisations.flatMap(({ id }) => {
    const entityId = chosen.get(id);
    return entityId === undefined || isLinked(id) ? [] : [{ entityId, id }];
  });
  const { isBusy, start } = useAction(async () => {
    for (let from = 0; from < links.length; from += AT_ONCE) {
      const { results: some } = await change(LINK, { body: { links: links.slice(from, from + AT_ONCE) } });
      setResults((before) => new Map([...before, ...some.map((one) => [one.id, one] as const)]));
      reportUnseen(some.flatMap((result) => refusalOf(result, organisations)));
      const done = some.filter(({ status }) => status === 'linked').length;
      if (done > 0) toast.success(xeroTexts.linkedSeveral(done));
    }
  }, toast.failure);
  const isDone = results.size > 0 && links.length === 0;
  return (
    <>
      <section className="card">
        <Table
          label="Xero organisations"
          columns={[{ label: 'Xero organisation' }, { label: 'Entity' }, { label: 'Note' }]}
          className="table-stack"
        >
          <tbody>
            {organisations.map((organisation) => {
              const { id, name } = organisation;
              const entity = free.find((one) => one.id === chosen.get(id));
              return (
                <tr key={id}>
                  <td className="name">{xeroTexts.choice(name, organisation.currency)}</td>
                  <td data-label="Entity">
                    {isLinked(id) && entity ? (
                      <Link href={pathTo(paths.entity, { entityId: entity.id })}>{entity.name}</Link>
                    ) : (
                      <Choose
                        label={`Entity of ${name}`}
                        none="Don’t link"
                        choices={free.map((one) => ({
                          value: one.id,
                          label: one.name,
                          disabled: one.id !== entity?.id && [...chosen.values()].includes(one.id),
                        }))}
                        value={entity?.id ?? ''}
                        isDisabled={isBusy || !isLinkable(organisation)}
                        onChange={(entityId) => setChosen((before) => withChoice(before, id, entityId))}
                      />
                    )}
                  </td>
                  <td data-label="Note">{noteOf(organisation, entity, results.get(id))}</td>
                </tr>
              );
            })}
          </tbody>
        </Table>
        {free.length === 0 && <Notice tone="info">{xeroTexts.noneToLink}</Notice>}
      </section>
      <div className="form-actions">
        {isDone ? (
          <Button variant="primary" as={Link} href={paths.home} onClick={deleteAccountingTenants}>
            All entities
          </Button>
        ) : (
          <Button variant="primary" loading={isBusy} disabled={links.length === 0} onClick={() => start()}>
            {links.length === 0 ? 'Link' : `Link ${counted(links.length, 'entity', 'entities')}`}
          </Button>
        )}
      </div>
    </>
  );
}

/** Returns the entities by organisation whose names agree or resemble each other, each entity once. */
function proposedFor(
  organisations: readonly AccountingTenant[],
  free: readonly Entity[],
): ReadonlyMap<string, string> {
  const proposed = new Map<string, string>();
  for (const organisation of organisations) {
    if (!isLinkable(organisation) || organisation.linkedTo !== undefined) continue;
    const taken = new Set(proposed.values());
    const match = closestName(
      organisation.name,
      free.filter(({ id }) => !taken.has(id)),
    );
    if (match) proposed.set(organisation.id, match.id);
  }
  return proposed;
}

function withChoice(
  chosen: ReadonlyMap<string, string>,
  organisationId: string,
  entityId: string,
): ReadonlyMap<string, string> {
  const changed = new Map(chosen);
  if (entityId === '') changed.delete(organisationId);
  else changed.set(organisationId, entityId);
  return changed;
}

/** Returns the refusal of a link in one line; none for one that was made. */
function refusalOf({ id, status, message }: Result, organisations: readonly AccountingTenant[]): string[] {
  const name = organisations.find((organisation) => organisation.id === id)?.name ?? '';
  return status === 'linked' ? [] : [`${name}: ${message ?? xeroTexts.linkFailed}`];
}

/** Returns the outcome, or what to look at before the link. */
function noteOf(
  { name, linkedTo, currency }: AccountingTenant,
  entity: Entity | undefined,
  result: Result | undefined,
): string {
  if (result?.status === 'linked') return 'Linked';
  if (result) return result.message ?? xeroTexts.linkFailed;
  if (currency !== null && currency !== 'AUD') return xeroTexts.onlyAud;
  if (linkedTo !== undefined) {
    const other = linkedTo ?? 'another entity';
    return entity ? xeroTexts.linkedAlready(name, other) : xeroTexts.linkedTo(other);
  }
  return entity && !namesAgree(entity.name, name) ? xeroTexts.namesDiffer : '';
}
