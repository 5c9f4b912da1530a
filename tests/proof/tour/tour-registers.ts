/** The part of the tour through registers: spreads, Division 7A loans, their entries in Xero, and benchmark rates. */
import { randomUUID } from 'node:crypto';
import type { RouteClient } from '../../../functions/client/route-client.ts';
import { INSURANCE } from '../../support/contracts.ts';
import { LOAN, repayment } from '../../support/division-7a.ts';
import { attachMinute, refusedWith } from './tour-files.ts';

type Schedule = Readonly<Record<'entityId' | 'scheduleId', string>>;

const REGISTERS = '/v1/entities/{entityId}/registers';
const REGISTER = '/v1/entities/{entityId}/registers/{registerId}';

export async function tourRegisters(call: RouteClient, params: Schedule): Promise<void> {
  const listed = await call('GET /v1/entities/{entityId}/accounts', { params });
  const coded = (code: string): string => listed.find((account) => account.code === code)?.id ?? '';
  const body = { ...INSURANCE, accounts: { deferred: coded('620'), recognised: coded('433') } };
  await call(`POST ${REGISTERS}/preview`, { params, body });
  const { id, revision } = await call(`POST ${REGISTERS}`, { params, body });
  const register = { ...params, registerId: id };
  await call(`GET ${REGISTERS}`, { params });
  await call(`GET ${REGISTER}`, { params: register });
  await call(`PUT ${REGISTER}`, {
    params: register,
    body: { name: body.name, facts: body.facts, accounts: {}, postFrom: null, autoPost: false, revision },
  });
  const rows = [{ line: 2, ...body, name: 'Imported' }];
  await call(`POST ${REGISTERS}/import/preview`, { params, body: { rows } });
  const imported = await call(`POST ${REGISTERS}/import`, { params, body: { importId: randomUUID(), rows } });
  await call('GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/spreads', { params });

  await call(`POST ${REGISTER}/sync`, { params: register, body: { numbers: [1, 2] } });
  const accepted = { params: { ...register, number: '2' }, body: { note: 'Voided on purpose.' } };
  await refusedWith(409, call(`POST ${REGISTER}/entries/{number}/acceptance`, accepted));
  await call(`POST ${REGISTER}/entries/{number}/reversal`, {
    params: { ...register, number: '2' },
    body: { mode: 'void' },
  });
  const registerIds = imported.created.map(({ registerId }) => registerId);
  await call(`POST ${REGISTERS}/sync`, { params, body: { registerIds, through: '2026-08-31' } });
  await tourLoans(call, params, {
    loan: coded('900'),
    interestIncome: coded('270'),
    dividend: coded('970'),
  });
  await call(`POST ${REGISTER}/archive`, { params: register, body: { archive: true } });
}

async function tourLoans(
  call: RouteClient,
  params: Schedule,
  accounts: Readonly<Record<string, string>>,
): Promise<void> {
  const { id } = await call(`POST ${REGISTERS}`, { params, body: { ...LOAN, accounts } });
  const loan = { ...params, registerId: id };
  const change = repayment({ date: '2026-09-30', amount: 1_000 });
  const { revision } = await call(`POST ${REGISTER}/changes/preview`, { params: loan, body: change });
  await call(`POST ${REGISTER}/changes`, { params: loan, body: { ...change, revision } });
  await call(`DELETE ${REGISTER}/changes/{number}`, { params: { ...loan, number: '1' } });
  await call(`GET ${REGISTER}/found`, { params: loan, query: { year: '2027' } });
  await call(`GET ${REGISTER}/statement`, { params: loan, query: { year: '2027' } });
  await call('GET /v1/reports/division7aloans');
  await call('GET /v1/tenants/benchmarkrates');
  await call('PUT /v1/tenants/benchmarkrates/{year}', {
    params: { year: '2028' },
    body: { rate: 8.1, source: 'Legal database' },
  });
  await attachMinute(call, loan);
  await call(`DELETE ${REGISTER}`, { params: loan });
}
