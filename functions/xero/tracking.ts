/** Tracking categories of a Xero organisation: reading them, checking choices, and the options of lines. */
import { MAX_TRACKING, type TrackingOption } from '../../domain/journal/tracking.ts';
import { conflict, invalid, type Refusal } from '../../domain/refusal.ts';
import type { ChosenTracking, TrackingInForce } from '../records/entities/tracking.ts';
import type { Xero, XeroTracking, XeroTrackingCategory } from '../services/xero/port.ts';
import type { XeroSession } from './session.ts';

/** Archived ones too. */
export const readTracking = async (xero: Xero, session: XeroSession): Promise<XeroTrackingCategory[]> => [
  ...(await session.call((access) => xero.trackingCategories(access))),
];

/**
 * Checks a choice that is to be stored, and returns it with its names.
 * @throws Refusal `invalid` at `field`
 */
export function checkedTracking(
  field: string,
  wanted: readonly TrackingOption[],
  categories: readonly XeroTrackingCategory[],
): ChosenTracking[] {
  const refused = (message: string): Refusal => invalid(field, 'tracking/choice', message);
  if (wanted.length > MAX_TRACKING) throw refused(`Please choose at most ${MAX_TRACKING} options.`);
  if (new Set(wanted.map(({ categoryId }) => categoryId)).size < wanted.length) {
    throw refused('Please choose one option of each category.');
  }
  return wanted.map((choice) => {
    const { category, option } = find(choice, categories);
    if (!category || !option) throw refused('Please choose an option of the organisation in Xero.');
    if (category.isArchived || option.isArchived) {
      throw refused(`“${option.name}” of “${category.name}” is archived in Xero. Please choose another one.`);
    }
    return { ...choice, category: category.name, option: option.name };
  });
}

/**
 * Returns the choice as a line carries it, with the present names.
 * @throws Refusal `conflict` for an option that can't be used now
 */
export function usableTracking(
  chosen: readonly ChosenTracking[],
  categories: readonly XeroTrackingCategory[],
): XeroTracking[] {
  return chosen.map((choice) => {
    const { category, option } = find(choice, categories);
    if (!category || !option || category.isArchived || option.isArchived) {
      throw trackingUnavailable(option?.name ?? choice.option, category?.name ?? choice.category);
    }
    const { categoryId, optionId } = choice;
    return { categoryId, optionId, name: category.name, option: option.name };
  });
}

/** Returns options with the present names, for lines that follow from what is stored by ids alone. */
export const namedTracking = (
  options: readonly TrackingOption[],
  categories: readonly XeroTrackingCategory[],
): XeroTracking[] =>
  usableTracking(
    options.map((option) => ({ ...option, category: 'a deleted category', option: 'A deleted option' })),
    categories,
  );

const trackingUnavailable = (option: string, category: string): Refusal =>
  conflict(
    'tracking/unavailable',
    `“${option}” of “${category}” is archived in Xero. Please choose another one in the settings of the loan or of the entity.`,
  );

/**
 * Checks options that lines in Xero carry, for a document that repeats them: Xero may take one that is archived away
 * without a word.
 * @throws Refusal `conflict`
 */
export function refuseArchived(
  carried: readonly XeroTracking[],
  categories: readonly XeroTrackingCategory[],
): void {
  for (const { categoryId, optionId, name, option } of carried) {
    const category = categories.find((one) =>
      categoryId === '' ? one.name === name : one.id === categoryId,
    );
    const found = category?.options.find((one) =>
      optionId === '' ? one.name === option : one.id === optionId,
    );
    if (category && found && !category.isArchived && !found.isArchived) continue;
    throw conflict(
      'tracking/unavailable',
      `“${option}” of “${name}” is archived in Xero, and a line there carries it. Please restore it in Xero, or choose another option for the line there.`,
    );
  }
}

/** @throws Refusal `conflict` while a choice is required and there is none */
export function requireTracking({ chosen, isRequired }: TrackingInForce): void {
  if (!isRequired || chosen.length > 0) return;
  throw conflict(
    'tracking/required',
    'This entity requires tracking, and no option is chosen. Please choose one in the settings of the loan or of the entity.',
  );
}

function find({ categoryId, optionId }: TrackingOption, categories: readonly XeroTrackingCategory[]) {
  const category = categories.find(({ id }) => id === categoryId);
  return { category, option: category?.options.find(({ id }) => id === optionId) };
}
