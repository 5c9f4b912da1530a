/** Tracking categories of Xero: chosen by people of Paydown, changed by people in Xero, read on documents. */
import type { Input } from '../../functions/client/route-client.ts';
import { asOwner, schedulePath } from './syncing.ts';
import { readSchedule } from './events.ts';
import type { Prepared } from './xero.ts';

export const READ = 'GET /v1/entities/{entityId}/tracking';
export const SAVE = 'PUT /v1/entities/{entityId}/tracking';
const SETTINGS = `PUT ${schedulePath}/configuration/sync/xero/settings` as const;

type Body = Input<typeof SAVE>['body'];

/** Options, each with its category. */
export type Choice = Body['tracking'];

/** The refusal of a document that would carry an archived option. */
export const UNAVAILABLE = { status: 409, body: { code: 'tracking/unavailable' } };

/** The refusal of a document without a choice that the entity requires. */
export const REQUIRED = { status: 409, body: { code: 'tracking/required' } };

export const readTracking = async (prepared: Prepared) =>
  (await prepared.app.call(READ, asOwner(prepared))).body;

/**
 * Returns the ids of an option by the names.
 * @throws Error where Xero lists none
 */
export async function option(prepared: Prepared, category: string, name: string): Promise<Choice[number]> {
  const found = (await readTracking(prepared)).categories.find((each) => each.name === category);
  const optionId = found?.options.find((each) => each.name === name)?.id;
  if (!found || !optionId) throw new Error(`Xero lists no option ${name} of ${category}`);
  return { categoryId: found.id, optionId };
}

/** Returns the options of the category Division; the shed is archived. */
export const divisions = async (prepared: Prepared) => ({
  north: await option(prepared, 'Division', 'North block'),
  south: await option(prepared, 'Division', 'South block'),
  shed: await option(prepared, 'Division', 'Old shed'),
});

/** Saves the choice of the entity. */
export const choose = (prepared: Prepared, tracking: Choice, change: Partial<Body> = {}) =>
  prepared.app.call(SAVE, {
    ...asOwner(prepared),
    body: { tracking, lines: 'profit-and-loss', isRequired: false, ...change },
  });

/** Saves the choice of a schedule: null for that of the entity, undefined for the one saved before. */
export async function chooseFor(prepared: Prepared, tracking: Choice | null | undefined) {
  const { xeroAccount, autoSync } = await readSchedule(prepared);
  const accounts = xeroAccount as unknown as Input<typeof SETTINGS>['body'];
  const body = { ...accounts, autoSync, ...(tracking !== undefined && { tracking }) };
  return prepared.app.call(SETTINGS, { ...asOwner(prepared), body });
}

/** A person changes a category or an option in Xero. */
export const changeInXero = ({ app }: Prepared, id: string, patch: object): void => {
  app.control('PATCH', `tracking/${id}`, patch);
};

export interface Tracked {
  readonly AccountID: string;
  readonly Tracking?: readonly { readonly Name: string; readonly Option: string }[];
}

/** Returns the account and the options of each line of a document. */
export function optionsOf({ app }: Prepared, lines: readonly Tracked[] = []): [string, string[]][] {
  const codes = new Map(app.books().accounts.map(({ AccountID, Code }) => [AccountID, Code ?? '']));
  return lines.map(({ AccountID, Tracking = [] }) => [
    codes.get(AccountID) ?? '',
    Tracking.map(({ Name, Option }) => `${Name}: ${Option}`),
  ]);
}

/** Returns the codes of the accounts whose lines carry options. */
export const trackedCodes = (prepared: Prepared, lines: readonly Tracked[] | undefined): string[] =>
  optionsOf(prepared, lines).flatMap(([account, options]) => (options.length > 0 ? [account] : []));
