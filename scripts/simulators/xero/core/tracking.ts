/** Tracking categories: the seeded ones, their changes by people, and `GET /TrackingCategories`. */
import * as z from 'zod';
import { merged } from '../../merged.ts';
import { list, type Books } from './books.ts';
import { listed, notFound } from './elements.ts';
import { empty, type CoreRequest, type CoreResponse } from './http.ts';
import { derivedUuid } from './ids.ts';
import { search } from './lists.ts';
import type { TrackingCategoryRecord } from './records.ts';
import type { Json } from './render.ts';
import { put, type OrganisationRecord, type XeroState } from './state.ts';

const CATEGORIES = [
  { name: 'Division', options: ['North block', 'South block'], archived: ['Old shed'] },
  { name: 'Vehicle', options: ['Truck 1', 'Truck 2'] },
  { name: 'Region', options: ['Coast', 'Inland'], isArchived: true },
];

/** Gives an Australian organisation its categories. */
export function seedTracking(state: XeroState, { tenantId, version }: OrganisationRecord, now: number): void {
  if (version !== 'AU') return;
  for (const { name, options, archived = [], isArchived = false } of CATEGORIES) {
    // Not from the state's random numbers: the ids of everything else don't depend on these.
    const idOf = (option = '') => derivedUuid(`${tenantId} tracking ${name} ${option}`);
    const id = idOf();
    put(state, 'trackingCategories', id, {
      id,
      tenantId,
      createdAt: now,
      updatedAt: now,
      name,
      status: isArchived ? 'ARCHIVED' : 'ACTIVE',
      options: [...options, ...archived].map((option) => ({
        id: idOf(option),
        name: option,
        status: archived.includes(option) ? 'ARCHIVED' : 'ACTIVE',
      })),
    });
  }
}

/** `GET /TrackingCategories`. Archived ones are left out unless `includeArchived` is true. */
export function answerTrackingCategories(
  books: Books,
  request: CoreRequest,
  id: string | undefined,
): CoreResponse {
  if (request.method !== 'GET') return empty(405);
  const records = list(books, 'trackingCategories');
  if (id !== undefined) {
    const category = records.filter(isShown(true)).find((each) => each.id === id);
    if (category === undefined) return notFound();
    return listed(books, 'TrackingCategories', [categoryJson(category, true)]);
  }
  const withArchived = new URLSearchParams(request.query).get('includeArchived')?.toLowerCase() === 'true';
  return search(books, request, {
    plural: 'TrackingCategories',
    singular: 'TrackingCategory',
    records: records.filter(isShown(withArchived)),
    fields: new Set(['TrackingCategoryID', 'Name', 'Status']),
    indexed: new Set(),
    render: (category) => categoryJson(category, withArchived),
  });
}

/** Deleted ones stay on the lines that have them, and no list shows them. */
const isShown =
  (withArchived: boolean) =>
  ({ status }: Pick<TrackingCategoryRecord, 'status'>): boolean =>
    status === 'ACTIVE' || (withArchived && status === 'ARCHIVED');

export function categoryJson(
  { id, name, status, options }: TrackingCategoryRecord,
  withArchived: boolean,
): Json {
  return {
    Name: name,
    Status: status,
    TrackingCategoryID: id,
    Options: options.filter(isShown(withArchived)).map((option) => ({
      TrackingOptionID: option.id,
      Name: option.name,
      Status: option.status,
    })),
  };
}

export const TrackingChange = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  status: z.enum(['ACTIVE', 'ARCHIVED', 'DELETED']).optional(),
});

/** Renames, archives, restores or deletes a category or an option. Returns its category; null for an unknown id. */
export function changeTracking(
  state: XeroState,
  id: string,
  patch: z.infer<typeof TrackingChange>,
  now: number,
): Json | null {
  const category = [...state.records.trackingCategories.values()].find(
    (each) => each.id === id || each.options.some((option) => option.id === id),
  );
  if (category === undefined) return null;
  const options = category.options.map((option) => (option.id === id ? merged(option, patch) : option));
  const changed: TrackingCategoryRecord =
    category.id === id ? merged(category, patch) : { ...category, options };
  put(state, 'trackingCategories', category.id, { ...changed, updatedAt: now });
  return categoryJson(changed, true);
}
