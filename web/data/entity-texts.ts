/** Texts of the pages about entities. */
import { counted } from './counted.ts';

/** Texts for a ledger check without a result. */
export const checkObstacles = {
  unavailable: 'No answer',
  'scope-missing': 'Reconnect',
  'not-linked': 'Not set up',
} as const;

export const entityTexts = {
  list: 'Something went wrong fetching entities. Please try again later.',
  search: 'Something went wrong searching your entities. Please try again later.',
  load: 'Something went wrong loading the entity. Please try again later.',
  create: 'Something went wrong creating the entity. Please try again later.',
  update: 'Something went wrong updating the entity. Please try again later.',
  delete: 'Something went wrong deleting the entity. Please try again later.',
  lockDate: 'Something went wrong loading the lock date. Please try again later.',
  dismiss: 'Something went wrong dismissing the first steps. Please try again later.',
  none: 'There are no entities yet',
  noneText: 'An entity is a business with loans and hire purchases.',
  noneOpenText:
    'An entity is a business with loans and hire purchases. Your organisation has none, or none that an Admin lets you see.',
  results: (term: string) => `Results for “${term}”`,
  noneFound: (term: string) => `Nothing matches “${term}”`,
  noneFoundText: 'Try another part of the name, or create a new entity.',
  noneFoundGuestText: 'Try another part of the name.',
  created: (name: string) => `${name} was created`,
  renamed: (name: string) => `The entity was renamed to ${name}`,
  assigned: (count: number) => `${counted(count, 'entity', 'entities')} assigned`,
  deleted: (name: string) => `${name} was deleted`,
} as const;
