/** Steps 1 to 6: consent, refresh, and the books that the other steps need. */
import { randomBytes } from 'node:crypto';
import {
  accountsAnswer,
  organisationsAnswer,
  taxRatesAnswer,
} from '../../../functions/vendors/xero/answers.ts';
import { type Answer, at, listAt, shown, textAt } from '../evidence.ts';
import { check, need, observe, question, SmokeRefusal, type Step } from '../steps.ts';
import {
  askToken,
  call,
  connections,
  expectRemoved,
  messagesOf,
  read,
  refresh,
  type XeroWorld,
} from './world.ts';

const SCOPES =
  'openid profile email offline_access accounting.banktransactions accounting.manualjournals accounting.payments.read accounting.settings accounting.contacts accounting.reports.trialbalance.read';

export const setUpSteps: readonly Step<XeroWorld>[] = [
  {
    name: '1 Consent and scopes',
    checks: [
      check(
        'Consent leads back with the state, and the code gives tokens and one connection.',
        async (world) => {
          const { isSame, granted } = await consent(world);
          await refuseRealBooks(world);
          return observe(
            isSame && granted === 1,
            `state ${isSame ? 'equal' : 'different'}, ${granted} connections`,
          );
        },
      ),
      check('Every requested scope is granted.', async (world) => {
        const granted = new Set(listAt(claimsOf(world), 'scope'));
        // The scopes of the sign-in are in the identity token, not always in this one.
        const asked = SCOPES.split(' ').filter((scope) => scope.startsWith('accounting.'));
        const absent = asked.filter((scope) => !granted.has(scope));
        return observe(absent.length === 0, `not granted: ${absent.join(' ') || 'none'}`);
      }),
    ],
  },
  {
    name: '2 Refresh and grace',
    checks: [
      check('A refresh token that was used can be used again for 30 minutes.', async (world) => {
        const { refresh: used } = need(world, 'tokens');
        await refresh(world, used);
        const { status } = await refresh(world, used);
        return observe(status === 200, `the second use answered ${status}`);
      }),
    ],
  },
  {
    name: '3 Organisation, edition',
    checks: [
      check('The organisation is of the Australian edition, with AUD.', async (world) => {
        const { body } = await call(world, 'GET', 'Organisation');
        organisationsAnswer.parse(body);
        const organisation = at(body, 'Organisations', 0);
        Object.assign(world.found, { shortCode: textAt(organisation, 'ShortCode') });
        const seen = `${textAt(organisation, 'Version')}, ${textAt(organisation, 'BaseCurrency')}`;
        return observe(seen === 'AU, AUD', seen);
      }),
      question(
        'GET /Organisation/Actions tells whether the user may create manual journals.',
        async (world) => {
          const { status, body } = await call(world, 'GET', 'Organisation/Actions');
          const journal = listAt(body, 'Actions').find(
            (action) => at(action, 'Name') === 'CreateManualJournal',
          );
          return observe(journal !== undefined, `${status}, CreateManualJournal ${shown(journal, 'Status')}`);
        },
      ),
    ],
  },
  {
    name: '4 Accounts and tax rates',
    checks: [
      check(
        'The product can read every account, and finds a bank, an expense and a liability account.',
        async (world) => {
          const { body } = await call(world, 'GET', 'Accounts');
          accountsAnswer.parse(body);
          const active = listAt(body, 'Accounts').filter((account) => at(account, 'Status') === 'ACTIVE');
          const bank = active.find((one) => at(one, 'Type') === 'BANK' && at(one, 'CurrencyCode') === 'AUD');
          const firstOf = (type: string): unknown =>
            active.find(
              (one) =>
                at(one, 'Type') === type && !at(one, 'SystemAccount') && typeof at(one, 'Code') === 'string',
            );
          const reference = (one: unknown) => ({ id: textAt(one, 'AccountID'), code: textAt(one, 'Code') });
          Object.assign(world.found, {
            bankAccountId: textAt(bank, 'AccountID'),
            expense: reference(firstOf('EXPENSE')),
            liability: reference(firstOf('TERMLIAB') ?? firstOf('CURRLIAB')),
          });
          return observe(true, `${active.length} active accounts`);
        },
      ),
      check('The product can read every tax rate, and BASEXCLUDED is among them.', async (world) => {
        const { body } = await call(world, 'GET', 'TaxRates');
        taxRatesAnswer.parse(body);
        const types = listAt(body, 'TaxRates').map((rate) => at(rate, 'TaxType'));
        return observe(types.includes('BASEXCLUDED'), `${types.length} tax rates`);
      }),
    ],
  },
  {
    name: '5 Create, duplicate, archive accounts',
    checks: [
      check('An account is created with a code, a name and a type.', async (world) => {
        const answer = await createAccount(world, 'loan');
        if (answer.status === 200) {
          const id = textAt(answer.body, 'Accounts', 0, 'AccountID');
          world.cleanup.add(`account ${id}`, async () => expectRemoved(await archiveAccount(world, id)));
        }
        return observe(answer.status === 200, messagesOf(answer));
      }),
      check('A second account with the same code and name is refused with 400.', async (world) => {
        const answer = await createAccount(world, 'loan');
        return observe(answer.status === 400, messagesOf(answer));
      }),
      check('An archived account still takes its code.', async (world) => {
        const [account] = await read(world, 'Accounts', { where: `Code=="${codeOf(world)}"` });
        const archived = await archiveAccount(world, textAt(account, 'AccountID'));
        const answer = await createAccount(world, 'again');
        const seen = `archiving ${archived.status}, then ${messagesOf(answer)}`;
        return observe(archived.status === 200 && answer.status === 400, seen);
      }),
    ],
  },
  {
    name: '6 Contact names',
    checks: [
      check('A contact is created by its name alone.', async (world) => {
        const answer = await createContact(world, `${world.mark} Lender`);
        Object.assign(world.found, { contactId: textAt(answer.body, 'Contacts', 0, 'ContactID') });
        return observe(true, messagesOf(answer));
      }),
      refusedName('a contact name with an angle bracket', (mark) => `${mark} <Lender>`),
      refusedName('a contact name with two spaces in a row', (mark) => `${mark}  Lender`),
      refusedName('a contact name of 256 characters', (mark) => mark.padEnd(256, 'x')),
      refusedName('the name of another active contact', (mark) => `${mark} Lender`),
    ],
  },
];

/** Takes a person through consent. The world then has tokens and a connection, which is removed at the end. */
export async function consent(world: XeroWorld): Promise<{ isSame: boolean; granted: number }> {
  const { person, evidence, cleanup, target, found } = world;
  const state = randomBytes(16).toString('base64url');
  evidence.redactor.learn(state);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: target.clientId,
    redirect_uri: target.redirectUri,
    scope: SCOPES,
    state,
  });
  const redirected = await person.consent(`${target.addresses.authorise}?${query.toString()}`);
  const code = redirected.searchParams.get('code');
  if (code === null) {
    throw new SmokeRefusal(`Xero gave no consent: ${redirected.searchParams.get('error') ?? 'no code'}.`);
  }
  const redirectUri = redirected.origin + redirected.pathname;
  await askToken(world, { grant_type: 'authorization_code', code, redirect_uri: redirectUri });
  const { body } = await connections(world, 'GET');
  const event = at(claimsOf(world), 'authentication_event_id');
  const granted = listAt({ body }, 'body').filter((one) => at(one, 'authEventId') === event);
  const [first] = granted;
  const connection = { id: textAt(first, 'id'), tenantId: textAt(first, 'tenantId') };
  Object.assign(found, { connection });
  // A connection of an earlier consent may be in use, so a refused run leaves it.
  if (isNew(first)) {
    const { id } = connection;
    cleanup.add(`connection ${id}`, async () => expectRemoved(await connections(world, 'DELETE', { id })));
  }
  return { isSame: redirected.searchParams.get('state') === state, granted: granted.length };
}

/** The claims of the access token. */
function claimsOf(world: XeroWorld): unknown {
  const [, payload = ''] = need(world, 'tokens').access.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

const CREATION_MS = 60_000;

function isNew(connection: unknown): boolean {
  const timeOf = (name: string): number => Date.parse(textAt(connection, name));
  return timeOf('updatedDateUtc') - timeOf('createdDateUtc') < CREATION_MS;
}

/** Nothing is ever written to real books. The connection is removed by the cleanup. */
async function refuseRealBooks(world: XeroWorld): Promise<void> {
  const { status, body } = await call(world, 'GET', 'Organisation');
  if (status === 200 && at(body, 'Organisations', 0, 'IsDemoCompany') === true) return;
  const name = shown(body, 'Organisations', 0, 'Name');
  throw new SmokeRefusal(
    `${name} is not a Demo Company, so nothing was written. Run again and choose the Demo Company (AU).`,
  );
}

/** Codes have at most ten characters. */
const codeOf = ({ mark }: XeroWorld): string => `Z${mark.slice(-8)}`;

const createAccount = (world: XeroWorld, name: string): Promise<Answer> =>
  call(world, 'PUT', 'Accounts', {
    body: { Code: codeOf(world), Name: `${world.mark} ${name}`, Type: 'TERMLIAB' },
  });

const archiveAccount = (world: XeroWorld, id: string): Promise<Answer> =>
  call(world, 'POST', `Accounts/${id}`, { body: { AccountID: id, Status: 'ARCHIVED' } });

async function createContact(world: XeroWorld, name: string): Promise<Answer> {
  const answer = await call(world, 'PUT', 'Contacts', { body: { Contacts: [{ Name: name }] } });
  if (answer.status === 200) archiveAtEnd(world, textAt(answer.body, 'Contacts', 0, 'ContactID'));
  return answer;
}

/** Archives a contact when the run ends. */
export function archiveAtEnd(world: XeroWorld, id: string): void {
  const body = { Contacts: [{ ContactID: id, ContactStatus: 'ARCHIVED' }] };
  world.cleanup.add(`contact ${id}`, async () =>
    expectRemoved(await call(world, 'POST', `Contacts/${id}`, { body })),
  );
}

function refusedName(name: string, nameOf: (mark: string) => string) {
  return check(`Xero refuses ${name}.`, async (world: XeroWorld) => {
    const answer = await createContact(world, nameOf(world.mark));
    return observe(answer.status === 400, messagesOf(answer));
  });
}
