/** The first steps of an organisation, from an entity to the first sync. */
import type { Answer } from '../data/api.ts';
import { paths, pathTo } from '../data/paths.ts';

type Entity = Answer<'GET /v1/entities'>[number];
type Schedule = Answer<'GET /v1/entities/{entityId}/schedules'>[number];

/** In place of a page: a dialog creates the entity. */
export const CREATE = 'create';

export interface FirstStep {
  readonly title: string;
  readonly isDone: boolean;
  /** The page of the step, or `create`; null while an earlier step is missing. */
  readonly href: string | null;
}

/** @param schedules those of the linked entities. */
export function firstStepsOf(
  entities: readonly Entity[],
  schedules: readonly (Schedule & { readonly entityId: string })[],
): readonly FirstStep[] {
  const filled = entities.find(({ schedulesCount }) => schedulesCount > 0);
  const linked = entities.find(({ hasXeroLink }) => hasXeroLink);
  const entity = linked ?? filled ?? entities[0];
  const [schedule] = schedules;
  const entityPage = entity ? pathTo(paths.entity, { entityId: entity.id }) : null;
  const schedulePage = schedule
    ? pathTo(paths.schedule, { entityId: schedule.entityId, scheduleId: schedule.id })
    : null;
  return [
    { title: 'Create an entity', isDone: entities.length > 0, href: CREATE },
    {
      title: 'Add a schedule',
      isDone: filled !== undefined,
      href: entity ? pathTo(paths.newSchedule, { entityId: entity.id }) : null,
    },
    { title: 'Link the entity to Xero', isDone: linked !== undefined, href: entityPage },
    {
      title: 'Post opening balances',
      isDone: schedules.some(({ openingBalanceJournalId }) => openingBalanceJournalId !== null),
      href: schedulePage,
    },
    { title: 'Sync the first payment', isDone: schedules.some(hasSynced), href: schedulePage },
  ];
}

/** Whether a schedule has documents in Xero besides its opening journal. */
function hasSynced({ xeroDocuments, openingBalanceJournalId }: Schedule): boolean {
  return xeroDocuments > (openingBalanceJournalId === null ? 0 : 1);
}
