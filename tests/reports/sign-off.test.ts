import { beforeEach, expect, it, vi } from 'vitest';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { record } from '../support/events.ts';
import { type Person, signUp, signUpInto } from '../support/people.ts';
import { archive } from '../support/syncing.ts';
import { withPractice } from './practice.ts';
import { pdfPages } from './pdf-text.ts';

const YEAR_END = '2026-06-30';
const SIGN_OFF = 'PUT /v1/reports/loans/{date}/signoff';
const REOPEN = 'DELETE /v1/reports/loans/{date}/signoff';

const practice = withPractice();
let entityId: string;
let scheduleId: string;

beforeEach(async () => {
  entityId = await practice.addEntity('Farm');
  scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
});

/** Signs off, with a reason for every loan. */
const signOff = async (as: 'prepared' | 'reviewed', by: Person, date = YEAR_END) => {
  const { body } = await practice.report({ date });
  const reasons = (body.loans ?? []).map((loan) => ({ scheduleId: loan.scheduleId, reason: 'Asked for it' }));
  return signOffWith(as, by, reasons, date);
};

const signOffWith = (as: 'prepared' | 'reviewed', by: Person, reasons: readonly object[], date = YEAR_END) =>
  practice.app.call(SIGN_OFF, { as: by.token, params: { date }, body: { entityId, as, reasons } } as never);

const reopen = (by: Person) =>
  practice.app.send(REOPEN, { as: by.token, params: { date: YEAR_END }, body: { entityId } });

const saveStatement = (date = YEAR_END) =>
  practice.app.send('PUT /v1/reports/loans/{date}/statements', {
    as: practice.owner.token,
    params: { date },
    body: [{ scheduleId, balance: 37_656.6 }],
  });

const signOffs = async () => (await practice.report({ date: YEAR_END })).body.signOffs;

it('names who prepared and reviewed a year end, in the pack too', async () => {
  const { owner, app } = practice;
  const member = await signUpInto(app, owner, 'Member');
  expect((await signOff('prepared', member)).status).toBe(204);
  expect((await signOff('reviewed', owner)).status).toBe(204);
  const name = 'Ada Byron';
  expect(await signOffs()).toEqual([
    {
      entityId,
      entityName: 'Farm',
      prepared: { name, at: '2026-07-03T00:00:00.000Z' },
      reviewed: { name, at: '2026-07-03T00:00:00.000Z' },
      changes: [],
    },
  ]);
  const { body } = await practice.report({ date: YEAR_END });
  expect(body.workingPapers.find(({ id }) => id === 'sign-offs')?.rows).toEqual([
    {
      entity: 'Farm',
      prepared: name,
      preparedOn: '2026-07-03',
      reviewed: name,
      reviewedOn: '2026-07-03',
    },
  ]);
});

it('locks statements of a reviewed year end until an Admin reopens it', async () => {
  const { owner, app } = practice;
  const member = await signUpInto(app, owner, 'Member');
  expect((await saveStatement()).status).toBe(204);
  expect((await signOff('reviewed', member)).status).toBe(204);
  const refused = await saveStatement();
  expect(refused.status).toBe(409);
  expect(JSON.stringify(refused.body)).toContain('was reviewed by Ada Byron on 3 July 2026');
  expect((await saveStatement('2025-06-30')).status).toBe(204);
  // The same again changes nothing; another name or role doesn't replace the review.
  expect((await signOff('reviewed', member)).status).toBe(204);
  expect((await signOff('reviewed', owner)).status).toBe(409);
  expect((await signOff('prepared', owner)).status).toBe(409);
  expect((await reopen(member)).status).toBe(403);
  expect((await reopen(owner)).status).toBe(204);
  expect(await signOffs()).toMatchObject([{ prepared: null, reviewed: null }]);
  expect((await saveStatement()).status).toBe(204);
});

it('asks for a reason for a missing statement and for a difference, and keeps it', async () => {
  const { owner, app } = practice;
  const paid = await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: 'Stated' });
  const save = (balance: number) =>
    app.send('PUT /v1/reports/loans/{date}/statements', {
      as: owner.token,
      params: { date: YEAR_END },
      body: [{ scheduleId: paid, balance }],
    });
  await save(37_000);
  const refused = await signOffWith('prepared', owner, [{ scheduleId, reason: 'Not sent yet' }]);
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'signoff/open' }]);
  expect(JSON.stringify(refused.body)).toContain('that agrees: Stated.');
  await save(37_656.6);
  expect((await signOffWith('prepared', owner, [])).status).toBe(409);
  expect((await signOffWith('prepared', owner, [{ scheduleId, reason: 'Not sent yet' }])).status).toBe(204);
  const { body } = await practice.report({ date: YEAR_END });
  const loan = body.loans.find((one) => one.scheduleId === scheduleId);
  expect([loan?.unstatedReason, loan?.notes]).toEqual([
    'Not sent yet',
    expect.arrayContaining(['Signed off without a statement: Not sent yet']),
  ]);
  expect((await signOffWith('reviewed', await signUpInto(app, owner, 'Member'), [])).status).toBe(204);
  const unknown = { scheduleId: entityId, reason: 'None' };
  expect((await signOffWith('prepared', owner, [unknown])).status).toBe(400);
});

it('refuses the preparer as the reviewer, unless the organisation has no other member', async () => {
  const { owner, app } = practice;
  await signOff('prepared', owner);
  expect((await signOff('reviewed', owner)).status).toBe(204);
  expect(await signOffs()).toMatchObject([{ reviewed: { isOnlyMember: true } }]);
  const pdf = await practice.download('GET /v1/reports/loans', 'application/pdf', { date: YEAR_END });
  expect(pdfPages(pdf.body).join('\n')).toContain('the only member of the organisation');
  await reopen(owner);
  const member = await signUpInto(app, owner, 'Member');
  await signOff('prepared', owner);
  const same = await signOff('reviewed', owner);
  expect([same.status, same.body]).toMatchObject([409, { code: 'signoff/same-person' }]);
  expect((await signOff('reviewed', member)).status).toBe(204);
  // The same where no loan is in the report.
  entityId = await practice.addEntity('Trust');
  await signOffWith('prepared', owner, []);
  expect((await signOffWith('reviewed', owner, [])).status).toBe(409);
});

it('reviews only the preparation that it has read', async () => {
  const { owner, app } = practice;
  const member = await signUpInto(app, owner, 'Member');
  for (const by of [null, member]) {
    if (by !== null) await signOff('prepared', by);
    vi.spyOn(app.table, 'transact').mockImplementationOnce(async (...args) => {
      await reopen(owner);
      await signOff('prepared', owner);
      return app.table.transact(...args);
    });
    const reviewed = await signOff('reviewed', owner);
    expect([reviewed.status, reviewed.body]).toMatchObject([409, { code: 'signoff/prepared-anew' }]);
    await reopen(owner);
  }
});

it('refuses guests, other organisations and roles that do not exist', async () => {
  const { owner, app } = practice;
  expect((await signOff('prepared', await signUpInto(app, owner, 'Guest'))).status).toBe(403);
  expect((await signOff('prepared', await signUp(app))).status).toBe(404);
  expect((await reopen(await signUp(app))).status).toBe(404);
  expect((await signOff('approved' as 'prepared', owner)).status).toBe(400);
  expect((await signOff('prepared', owner, '2026-02-30')).status).toBe(400);
});

it('names the loans that changed after the review, with their figures and who changed them', async () => {
  const { owner, app } = practice;
  const member = await signUpInto(app, owner, 'Member');
  const [sold, archived] = [
    await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: 'Sold' }),
    await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: 'Archived' }),
  ];
  await signOff('prepared', owner);
  await signOff('reviewed', member);
  expect(await signOffs()).toMatchObject([{ changes: [] }]);
  app.clock.advance(60_000);
  await archive({ app, owner, params: { entityId, scheduleId: archived } });
  expect((await practice.report({ date: YEAR_END, includeArchived: 'false' })).body.signOffs).toMatchObject([
    { changes: [] },
  ]);
  await record(
    { app, owner: member, params: { entityId, scheduleId } },
    { kind: 'extra-repayment', date: '2026-02-01', amount: 5_000, keep: 'payment' },
  );
  await app.call('DELETE /v1/entities/{entityId}/schedules/{scheduleId}', {
    as: owner.token,
    params: { entityId, scheduleId: sold },
  });
  const added = await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: 'Late' });
  const by = { by: 'Ada Byron', at: '2026-07-03T00:01:00.000Z' };
  expect((await signOffs())[0]?.changes).toEqual(
    expect.arrayContaining([
      {
        scheduleId,
        description: 'Toyota HiLux',
        text: 'interest $3,153.73 → $3,014.59, closing balance $37,656.60 → $32,517.46, accrued interest $116.42 → $100.54',
        ...by,
      },
      { scheduleId: added, description: 'Late', text: 'not in the report when it was reviewed', ...by },
      { scheduleId: sold, description: 'A loan', text: 'no longer in the report', ...by },
    ]),
  );
  expect((await signOffs())[0]?.changes).toHaveLength(3);
  const pdf = await practice.download('GET /v1/reports/loans', 'application/pdf', { date: YEAR_END });
  const pages = pdfPages(pdf.body).join('\n');
  expect(pages).toContain('Reviewed by Ada Byron, 3 July 2026; changed since');
  expect(pages).toContain('Changed since the review');
});
