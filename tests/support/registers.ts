/** A register of an entity that is linked to the simulated Xero. */
import type { Input } from '../../functions/client/route-client.ts';
import type { RegisterView } from '../../functions/api/registers.ts';
import { INSURANCE } from './contracts.ts';
import { accountIn, type Work, startLinked } from './xero.ts';

export const registersPath = '/v1/entities/{entityId}/registers' as const;
export const registerPath = `${registersPath}/{registerId}` as const;

type New = Input<`POST ${typeof registersPath}`>['body'];

export interface Registered extends Work {
  readonly register: RegisterView;
}

/** The accounts of a spread: prepayments and insurance. */
export const spreadAccounts = (work: Work) => ({
  deferred: accountIn(work, '620'),
  recognised: accountIn(work, '433'),
});

export const inEntity = ({ owner, entityId }: Work) => ({ as: owner.token, params: { entityId } });

export const inRegister = ({ owner, entityId, register }: Registered) => ({
  as: owner.token,
  params: { entityId, registerId: register.id },
});

export async function addRegister(work: Work, changes: Partial<New> = {}): Promise<Registered> {
  const body = { ...INSURANCE, ...changes } as New;
  const { status, body: register } = await work.app.call(`POST ${registersPath}`, {
    ...inEntity(work),
    body,
  });
  if (status !== 201) throw new Error(`Creating a register: ${status} ${JSON.stringify(register)}`);
  return { ...work, register };
}

/** A linked entity with a year of insurance from 1 July 2025, whose accounts are chosen. */
export async function prepareRegister(changes: Partial<New> = {}, maximum = 5): Promise<Registered> {
  const work = await startLinked(maximum);
  return addRegister(work, { accounts: spreadAccounts(work), ...changes });
}

export const readRegister = async (registered: Registered): Promise<RegisterView> =>
  (await registered.app.call(`GET ${registerPath}`, inRegister(registered))).body;

export const postEntries = (registered: Registered, ...numbers: number[]) =>
  registered.app.call(`POST ${registerPath}/sync`, { ...inRegister(registered), body: { numbers } });

export const reverseEntry = (
  registered: Registered,
  number: number,
  body: Input<`POST ${typeof registerPath}/entries/{number}/reversal`>['body'],
) =>
  registered.app.call(`POST ${registerPath}/entries/{number}/reversal`, {
    as: registered.owner.token,
    params: { ...inRegister(registered).params, number: String(number) },
    body,
  });

/** The journals of the linked Xero organisation that are not voided, in the order they were posted. */
export const standingJournals = ({ app }: Pick<Work, 'app'>) =>
  app.books().manualJournals.filter(({ Status }) => Status === 'POSTED');
