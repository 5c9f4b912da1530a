import { at, shown, textAt } from '../evidence.ts';
import { type Check, observe, type Step } from '../steps.ts';
import { messagesOf } from './session.ts';
import type { XeroWorld } from './world.ts';

/** Codes have at most ten characters. */
const codeOf = ({ mark }: XeroWorld): string => `Z${mark.slice(-8)}`;

const create: Check<XeroWorld> = {
  name: 'create an account',
  expects: 'An account is created with a code, a name and a type.',
  run: async (world) => {
    const { session, cleanup, mark } = world;
    const body = { Code: codeOf(world), Name: `${mark} loan`, Type: 'TERMLIAB' };
    const answer = await session.call('PUT', 'Accounts', { body });
    if (answer.status !== 200) return observe(false, messagesOf(answer));
    const id = textAt(answer.body, 'Accounts', 0, 'AccountID');
    cleanup.add(`account ${id}`, () =>
      session.call('POST', `Accounts/${id}`, { body: { AccountID: id, Status: 'ARCHIVED' } }),
    );
    return observe(true, `created with the status ${shown(answer.body, 'Accounts', 0, 'Status')}`);
  },
};

const duplicate: Check<XeroWorld> = {
  name: 'create the account again',
  expects: 'A second account with the same code and name is refused with 400.',
  run: async (world) => {
    const body = { Code: codeOf(world), Name: `${world.mark} loan`, Type: 'TERMLIAB' };
    const answer = await world.session.call('PUT', 'Accounts', { body });
    return observe(answer.status === 400, messagesOf(answer));
  },
};

const archive: Check<XeroWorld> = {
  name: 'archive the account',
  expects: 'An archived account still takes its code.',
  run: async (world) => {
    const { session, mark } = world;
    const where = encodeURIComponent(`Code=="${codeOf(world)}"`);
    const { body } = await session.call('GET', `Accounts?where=${where}`);
    const id = textAt(body, 'Accounts', 0, 'AccountID');
    const archived = await session.call('POST', `Accounts/${id}`, {
      body: { AccountID: id, Status: 'ARCHIVED' },
    });
    if (archived.status !== 200) return observe(false, `archiving answered ${messagesOf(archived)}`);
    const again = { Code: codeOf(world), Name: `${mark} again`, Type: 'TERMLIAB' };
    const answer = await session.call('PUT', 'Accounts', { body: again });
    return observe(answer.status === 400, messagesOf(answer));
  },
};

const contact: Check<XeroWorld> = {
  name: 'create a contact',
  expects: 'A contact is created by its name alone.',
  run: async ({ session, cleanup, found, mark }) => {
    const answer = await session.call('PUT', 'Contacts', {
      body: { Contacts: [{ Name: `${mark} Lender` }] },
    });
    if (answer.status !== 200) return observe(false, messagesOf(answer));
    const contactId = textAt(answer.body, 'Contacts', 0, 'ContactID');
    Object.assign(found, { contactId });
    cleanup.add(`contact ${contactId}`, () =>
      session.call('POST', `Contacts/${contactId}`, {
        body: { Contacts: [{ ContactID: contactId, ContactStatus: 'ARCHIVED' }] },
      }),
    );
    return observe(true, `created ${contactId}`);
  },
};

/** A contact name that Xero should refuse. */
const refusedName = (name: string, nameOf: (mark: string) => string): Check<XeroWorld> => ({
  name,
  expects: `Xero refuses ${name}.`,
  run: async ({ session, cleanup, mark }) => {
    const answer = await session.call('PUT', 'Contacts', { body: { Contacts: [{ Name: nameOf(mark) }] } });
    const id = at(answer.body, 'Contacts', 0, 'ContactID');
    if (answer.status === 200 && typeof id === 'string') {
      cleanup.add(`contact ${id}`, () =>
        session.call('POST', `Contacts/${id}`, {
          body: { Contacts: [{ ContactID: id, ContactStatus: 'ARCHIVED' }] },
        }),
      );
    }
    return observe(answer.status === 400, messagesOf(answer));
  },
});

export const accountChangesStep: Step<XeroWorld> = {
  name: '5 Create, duplicate, archive accounts',
  checks: [create, duplicate, archive],
};

export const contactsStep: Step<XeroWorld> = {
  name: '6 Contact names',
  checks: [
    contact,
    refusedName('a contact name with an angle bracket', (mark) => `${mark} <Lender>`),
    refusedName('a contact name with two spaces in a row', (mark) => `${mark}  Lender`),
    refusedName('a contact name of 256 characters', (mark) => mark.padEnd(256, 'x')),
    refusedName('the name of another active contact', (mark) => `${mark} Lender`),
  ],
};
