import { calendarDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { refuseArchivedRegister } from '../records/registers/register.ts';
import { saveRegister } from '../records/registers/register-writes.ts';
import { refuseAlteredEntries } from '../records/registers/state.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { checkedRegister, chosenAccounts, factsOfKind, refuseUnknownSchedule } from './register-input.ts';
import { answerWith } from './register-answer.ts';
import { readForChange, refuseStale } from './register-state.ts';

export const handler = endpoint(
  registerRoutes,
  'PUT /v1/entities/{entityId}/registers/{registerId}',
  async ({ actor, entity, register: read, body, now, today, deadlines }, services) => {
    const { table } = services;
    const asked = { actor, entity, today, deadlines };
    const facts = factsOfKind(read.kind, body.facts);
    const state = await readForChange(services, asked, read);
    const { register: before, changes, stored } = state;
    const { kind } = before;
    await refuseUnknownSchedule(table, entity, { kind, facts });
    const accounts = await chosenAccounts(services, asked, { kind, facts }, body.accounts, before);
    refuseStale(state, body.revision);
    refuseArchivedRegister(before);
    const worked = await checkedRegister(table, asked, { kind, facts }, changes);
    refuseAlteredEntries(before.name, state.worked, worked, stored, 'facts');
    const { name, autoPost } = body;
    const since = before.autoPost ? before.autoPostSince : today;
    const saved = await saveRegister(
      table,
      entity,
      before,
      {
        name,
        facts,
        accounts,
        postFrom: body.postFrom === null ? null : calendarDate(body.postFrom),
        autoPost,
        autoPostSince: autoPost ? since : null,
      },
      [
        auditEntry({
          actor,
          action: 'register/update',
          subject: before.registerId,
          at: now,
          detail: {
            register: before.name,
            ...changesOf(['name', 'postFrom', 'autoPost'], before, {
              ...body,
              postFrom: body.postFrom ?? '',
            }),
          },
        }),
      ],
    );
    await reviewRegisters(services.table, entity, today);
    return answerWith(services, entity, saved, today);
  },
);
