/** A full entity with the longest texts: no item outgrows the 400 KB of DynamoDB, or a refusal names the field. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { MAX_SCHEDULES_PER_ENTITY } from '../../../domain/amortisation/terms.ts';
import { cents, MAX_AMOUNT } from '../../../domain/money.ts';
import {
  readAllAttention,
  scheduleAttentionWrite,
  snoozeWrite,
  type StoredAttentionKind,
} from '../../../functions/records/entities/attention.ts';
import { ownEntity } from '../../../functions/records/entities/entity.ts';
import { saveStatements, signOff } from '../../../functions/records/entities/statements.ts';
import { allEntities } from '../../../functions/records/tenants/entity-scope.ts';
import { inChunks } from '../../../functions/lib/in-chunks.ts';
import { createTestApp } from '../../support/app.ts';
import { withEmbeddedTable } from '../../support/embedded-table.ts';
import { signUp } from '../../support/people.ts';
import { subjectOf } from '../../../functions/records/entities/attention-keys.ts';

const embedded = withEmbeddedTable();
const YEAR_END = calendarDate('2026-06-30');
const TODAY = calendarDate('2026-07-03');
const SCHEDULES = Array.from({ length: MAX_SCHEDULES_PER_ENTITY }, () => randomUUID());

async function fullEntity() {
  const app = await createTestApp({ table: embedded.table });
  const owner = await signUp(app);
  const { body } = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Farm' } });
  const scope = allEntities(owner.tenantId);
  return { table: app.table, scope, entity: await ownEntity(app.table, scope, body.id) };
}

describe('a full entity', () => {
  it('takes every attention item of every schedule, each snoozed', async () => {
    const { table, entity } = await fullEntity();
    const kinds: readonly StoredAttentionKind[] = [
      'document-missing',
      'document-changed',
      'auto-sync-failing',
      'overdue',
    ];
    const item = { since: TODAY, amount: MAX_AMOUNT, payments: 3200, text: 'x'.repeat(160) };
    const changes = kinds.map((kind) => [kind, item] as const);
    const updates = SCHEDULES.flatMap((scheduleId) => [
      scheduleAttentionWrite(entity, scheduleId, changes),
      ...kinds.map((kind) => snoozeWrite(entity, { kind, scheduleId }, TODAY)),
    ]);
    for (const some of Map.groupBy(updates, ({ update }) => update.sk).values()) {
      const [{ update } = { update: { pk: '', sk: '' } }] = some;
      await table.write({ put: { ...update, ...Object.assign({}, ...some.map(({ set }) => set)) } });
    }
    const { items } = await readAllAttention(table, entity);
    expect(items).toHaveLength(kinds.length * SCHEDULES.length);
  });

  it('takes its statements and its review, and refuses more reasons than it has room for', async () => {
    const { table, scope, entity } = await fullEntity();
    const save = async (reason: string): Promise<void> => {
      for (const ids of inChunks(SCHEDULES, 150)) {
        const balances = ids.map((scheduleId) => ({
          entityId: entity.entityId,
          scheduleId,
          balance: cents(MAX_AMOUNT - 1),
          reason,
        }));
        await saveStatements(table, scope, { date: YEAR_END, today: TODAY }, balances, []);
      }
    };
    await save('');
    const refused = { kind: 'invalid', fields: { reason: [expect.stringContaining('too long together')] } };
    await expect(save('漢'.repeat(255))).rejects.toMatchObject(refused);
    const by = { userId: randomUUID(), name: 'x'.repeat(100), at: 1_800_000_000_000 };
    const figures = Object.fromEntries(SCHEDULES.map((id) => [id, Array<number>(8).fill(MAX_AMOUNT - 1)]));
    const review = {
      ...by,
      figures: figures as Record<string, ReturnType<typeof cents>[]>,
      isOnlyMember: false,
    };
    const reviewed = { date: YEAR_END, role: 'reviewed', by: review, prepared: by, reasons: [] } as const;
    const prepared = { date: YEAR_END, role: 'prepared', by, prepared: null, reasons: [] } as const;
    await signOff(table, entity, prepared, []);
    await expect(signOff(table, entity, reviewed, [])).rejects.toMatchObject(refused);
    await save('');
    await signOff(table, entity, reviewed, []);
  });

  it('keeps statements of other years off the attention board, whose item they would fill', async () => {
    const { table, scope, entity } = await fullEntity();
    const [scheduleId = ''] = SCHEDULES;
    for (const year of [1990, 2024, 2026, 2060]) {
      const balances = [{ entityId: entity.entityId, scheduleId, balance: cents(year), reason: '' }];
      const date = calendarDate(`${year}-06-30`);
      await saveStatements(table, scope, { date, today: TODAY }, balances, []);
    }
    const { statedAt } = await readAllAttention(table, entity);
    const years = [1990, 2024, 2026, 2060].map((year) => statedAt(year, subjectOf(scheduleId)));
    expect(years).toEqual([null, null, 2026, null]);
  });
});
