import {
  accountsAnswer,
  organisationsAnswer,
  taxRatesAnswer,
} from '../../../functions/vendors/xero/answers.ts';
import { at, listAt, shown, textAt } from '../evidence.ts';
import { type Check, observe, type Step } from '../steps.ts';
import type { XeroWorld } from './world.ts';

const edition: Check<XeroWorld> = {
  name: 'edition and currency',
  expects: 'The organisation is of the Australian edition, with AUD.',
  run: async ({ session, found }) => {
    const { body } = await session.call('GET', 'Organisation');
    organisationsAnswer.parse(body);
    const organisation = at(body, 'Organisations', 0);
    Object.assign(found, { shortCode: textAt(organisation, 'ShortCode') });
    const seen = `${textAt(organisation, 'Version')}, ${textAt(organisation, 'BaseCurrency')}`;
    return observe(seen === 'AU, AUD', seen);
  },
};

const dates: Check<XeroWorld> = {
  name: 'dates',
  expects: 'Dates are written as /Date(milliseconds)/.',
  run: async ({ session }) => {
    const { body } = await session.call('GET', 'Organisation');
    const created = textAt(body, 'Organisations', 0, 'CreatedDateUTC');
    return observe(/^\/Date\(-?\d+([+-]\d{4})?\)\/$/.test(created), created);
  },
};

const limits: Check<XeroWorld> = {
  name: 'day limit',
  expects: 'The day’s limit is 5,000 calls.',
  isQuestion: true,
  run: async ({ session }) => {
    const { headers } = await session.call('GET', 'Organisation');
    const left = Number(headers['x-daylimit-remaining']);
    return observe(left > 1000, `${left} calls are left today`);
  },
};

const actions: Check<XeroWorld> = {
  name: 'actions of the user',
  expects: 'GET /Organisation/Actions tells whether the user may create manual journals.',
  isQuestion: true,
  run: async ({ session }) => {
    const { status, body } = await session.call('GET', 'Organisation/Actions');
    const journal = listAt(body, 'Actions').find((action) => at(action, 'Name') === 'CreateManualJournal');
    return observe(journal !== undefined, `${status}, CreateManualJournal ${shown(journal, 'Status')}`);
  },
};

const accounts: Check<XeroWorld> = {
  name: 'accounts',
  expects: 'The product can read every account, and finds a bank, an expense and a liability account.',
  run: async ({ session, found }) => {
    const { body } = await session.call('GET', 'Accounts');
    accountsAnswer.parse(body);
    const all = listAt(body, 'Accounts').filter((account) => at(account, 'Status') === 'ACTIVE');
    const first = (matches: (account: unknown) => boolean): unknown => all.find(matches);
    const bank = first((one) => at(one, 'Type') === 'BANK' && at(one, 'CurrencyCode') === 'AUD');
    const usable = (type: string) => (one: unknown) =>
      at(one, 'Type') === type && !at(one, 'SystemAccount') && typeof at(one, 'Code') === 'string';
    const expense = first(usable('EXPENSE'));
    const liability = first(usable('TERMLIAB')) ?? first(usable('CURRLIAB'));
    const reference = (one: unknown) => ({ id: textAt(one, 'AccountID'), code: textAt(one, 'Code') });
    Object.assign(found, {
      bankAccountId: textAt(bank, 'AccountID'),
      expense: reference(expense),
      liability: reference(liability),
    });
    return observe(true, `${all.length} active accounts`);
  },
};

const taxRates: Check<XeroWorld> = {
  name: 'tax rates',
  expects: 'The product can read every tax rate, and BASEXCLUDED is among them.',
  run: async ({ session }) => {
    const { body } = await session.call('GET', 'TaxRates');
    taxRatesAnswer.parse(body);
    const types = listAt(body, 'TaxRates').map((rate) => at(rate, 'TaxType'));
    return observe(types.includes('BASEXCLUDED'), `${types.length} tax rates`);
  },
};

export const organisationStep: Step<XeroWorld> = {
  name: '3 Organisation, edition, dates',
  checks: [edition, dates, limits, actions],
};
export const accountsStep: Step<XeroWorld> = {
  name: '4 Accounts and tax rates',
  checks: [accounts, taxRates],
};
