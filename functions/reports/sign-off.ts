import { conflict, invalid, type Refusal } from '../../domain/refusal.ts';
import { nameSome } from '../../domain/text.ts';
import { endpoint } from '../access/endpoint.ts';
import { reportRoutes } from '../api/reports.ts';
import { ownEntity } from '../records/entities/entity.ts';
import { readListed } from '../records/entities/schedule-chunks.ts';
import { workOfReport } from '../records/schedules/listed-schedules.ts';
import { readStatements, signOff } from '../records/entities/statements.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { listMembers } from '../records/tenants/members.ts';
import { nameOfUser } from '../records/users/user.ts';
import { dateInPath } from './date-in-path.ts';
import { readPack } from './pack.ts';
import { isUnexplained, type PackLoan } from './pack-loan.ts';
import { reviewedFigures } from './review-changes.ts';

export const handler = endpoint(
  reportRoutes,
  'PUT /v1/reports/loans/{date}/signoff',
  async ({ actor, params, body: { entityId, as: role, reasons }, charge }, { table, clock }) => {
    const date = dateInPath(params.date);
    const entity = await ownEntity(table, actor, entityId);
    await charge(workOfReport(await readListed(table, entity)));
    const at = clock.now();
    const by = { userId: actor.userId, name: await nameOfUser(table, actor.userId), at };
    const request = { date, includeArchived: true, allCurrent: [], now: at };
    const { prepared = null } = (await readStatements(table, [entity], date)).signOffsOf(entityId);
    const { loans } = await readPack(table, [entity], request);
    refuseOtherLoans(loans, reasons);
    const isSame = role === 'reviewed' && prepared?.userId === actor.userId;
    if (isSame && (await listMembers(table, actor.tenantId)).length > 1) throw samePerson();
    const explained = new Set(reasons.map(({ scheduleId }) => scheduleId));
    const open = loans.filter((loan) => isUnexplained(loan) && !explained.has(loan.scheduleId));
    if (open.length > 0) throw stillOpen(open);
    const signed =
      role === 'prepared' ? by : { ...by, figures: reviewedFigures(loans), isOnlyMember: isSame };
    await signOff(table, entity, { date, role, by: signed, prepared, reasons }, [
      auditEntry({ actor, action: 'report/sign-off', subject: date, entityId, at, detail: { role } }),
    ]);
  },
);

function refuseOtherLoans(loans: readonly PackLoan[], reasons: readonly { readonly scheduleId: string }[]) {
  const index = reasons.findIndex((one) => !loans.some(({ scheduleId }) => scheduleId === one.scheduleId));
  if (index === -1) return;
  const message = 'This loan is not in the report.';
  throw invalid(`reasons.${index}.scheduleId`, 'signoff/unknown-loan', message);
}

const samePerson = (): Refusal =>
  conflict('signoff/same-person', 'You prepared this year end. Please ask another member to review it.');

function stillOpen(loans: readonly PackLoan[]): Refusal {
  const names = nameSome(loans.map(({ description }) => description));
  return conflict(
    'signoff/open',
    `Please give a reason for each loan without a statement that agrees: ${names}.`,
  );
}
