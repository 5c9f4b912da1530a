import { negated, sumCents, toDollars } from '../../domain/money.ts';
import { INCOME_YEARS } from '../../domain/years.ts';
import { addDays } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { division7aRoutes } from '../api/division-7a.ts';
import { readAllEntries } from '../records/registers/entries.ts';
import { loanYear, readLoan } from '../records/registers/division-7a.ts';
import { registerNotReady } from '../records/registers/register.ts';
import { readerFor } from '../xero/organisation-rate-limiter.ts';
import { linkOf, openSession } from '../xero/session.ts';
import { findInRange } from './foreign-documents.ts';

/** A document that several repayments name, since it was split, is shown with the first. */
export const handler = endpoint(
  division7aRoutes,
  'GET /v1/entities/{entityId}/registers/{registerId}/found',
  async ({ actor, entity, register, query, today, deadlines }, services) => {
    const { table } = services;
    const loan = await readLoan(table, entity, register, today);
    const { year } = loanYear(loan, query.year);
    const session = openSession(services, linkOf(entity), readerFor(actor), deadlines);
    const account = register.accounts['loan'];
    if (account === undefined) throw registerNotReady();
    const entries = await readAllEntries(table, entity.entityId);
    const documents = await findInRange(services, session, {
      from: addDays(INCOME_YEARS.endOf(year - 1), 1),
      to: INCOME_YEARS.endOf(year),
      accounts: new Set([account]),
      own: new Set([...entries.values()].flat().flatMap(({ documentId }) => documentId ?? [])),
    });
    return documents.flatMap(({ documentId, date, text, postings }) => {
      const amount = negated(sumCents(postings.map((posting) => posting.amount)));
      if (amount === 0) return [];
      const named = loan.repayments.find((repayment) => repayment.documentId === documentId);
      return [{ documentId, date, amount: toDollars(amount), text, changeNumber: named?.number ?? null }];
    });
  },
);
