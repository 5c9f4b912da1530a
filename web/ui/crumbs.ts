/** The pages above a page, for its breadcrumbs. */
import type { ScheduleParams } from '../data/answers.ts';
import { paths, pathTo } from '../data/paths.ts';
import type { Crumb } from './page.tsx';

/** Shown while the name isn't loaded. */
const UNNAMED = '…';

/** The crumbs of a page below the home page. */
export const HOME_CRUMBS: readonly Crumb[] = [{ label: 'All entities', href: paths.home }];

/** The crumbs of a page below an entity, which is undefined until loaded. */
export const entityCrumbs = (
  entityId: string,
  entity: { readonly name: string } | undefined,
): readonly Crumb[] => [
  ...HOME_CRUMBS,
  { label: entity?.name ?? UNNAMED, href: pathTo(paths.entity, { entityId }) },
];

/** The crumbs of a page below a schedule, which is undefined until loaded as its entity is. */
export const scheduleCrumbs = (
  params: ScheduleParams,
  entity: { readonly name: string } | undefined,
  schedule: { readonly description: string } | undefined,
): readonly Crumb[] => [
  ...entityCrumbs(params.entityId, entity),
  { label: schedule?.description ?? UNNAMED, href: pathTo(paths.schedule, params) },
];
