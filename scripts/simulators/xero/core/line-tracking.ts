/** The tracking of lines: what the app may send, and how Xero shows it. */
import { behaviourOf } from './behaviour.ts';
import { find, list, type Books } from './books.ts';
import type { TrackingInput } from './inputs.ts';
import type { LineTracking } from './records.ts';

const MOST_OF_A_LINE = 2;

/** Returns the tracking of a line, or the reason for its refusal. */
export function checkTracking(
  books: Books,
  sent: readonly TrackingInput[],
): { readonly tracking: readonly LineTracking[] } | { readonly error: string } {
  if (sent.length > MOST_OF_A_LINE) return { error: 'A line can have at most 2 tracking categories.' };
  const tracking: LineTracking[] = [];
  for (const element of sent) {
    const found = optionOf(books, element);
    if (found === 'misnamed') {
      return { error: 'The names of the tracking category and option do not match their ids.' };
    }
    if (found !== null) tracking.push(found);
    else if (books.actor === 'person' || behaviourOf(books.state).unknownTracking === 'refused') {
      const { Option = '', Name = '' } = element;
      return { error: `The tracking option '${Option}' of '${Name}' could not be found, or is archived.` };
    }
  }
  const categories = new Set(tracking.map(({ categoryId }) => categoryId));
  if (categories.size === tracking.length) return { tracking };
  return { error: 'A line can have one option of each tracking category.' };
}

/**
 * Finds the active option that an element names by its names, and by its ids where it has them. The app's ids alone name
 * none. A person keeps what is on the line already, archived or not.
 */
function optionOf(
  books: Books,
  { TrackingCategoryID, TrackingOptionID, Name, Option }: TrackingInput,
): LineTracking | 'misnamed' | null {
  const categories = list(books, 'trackingCategories');
  const hasIds = TrackingCategoryID !== undefined || TrackingOptionID !== undefined;
  const category = categories.find(({ id, name }) =>
    hasIds ? id === TrackingCategoryID?.toLowerCase() : name === Name,
  );
  const option = category?.options.find(({ id, name }) =>
    hasIds ? id === TrackingOptionID?.toLowerCase() : name === Option,
  );
  if (category === undefined || option === undefined) return null;
  const found = { categoryId: category.id, optionId: option.id };
  if (books.actor === 'person' && hasIds) return found;
  if (Name === undefined || Option === undefined) return null;
  if (category.name !== Name || option.name !== Option) return 'misnamed';
  return category.status === 'ACTIVE' && option.status === 'ACTIVE' ? found : null;
}

/** Renders a line's tracking with the present names. */
export function trackingJson(books: Books, tracking: readonly LineTracking[]): TrackingInput[] {
  return tracking.flatMap(({ categoryId, optionId }) => {
    const category = find(books, 'trackingCategories', categoryId);
    const option = category?.options.find(({ id }) => id === optionId);
    if (category === undefined || option === undefined) return [];
    const names = { Name: category.name, Option: option.name };
    return [{ ...names, TrackingCategoryID: categoryId, TrackingOptionID: optionId }];
  });
}
