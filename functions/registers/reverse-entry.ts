import { calendarDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { auditedRequest } from '../posting/protocol/request.ts';
import { reverseEntry } from '../posting/registers.ts';
import { ownRegister } from '../records/registers/register.ts';
import { readState } from '../records/registers/state.ts';
import { answerWith } from './register-answer.ts';
import { entryNumber } from './register-state.ts';

export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers/{registerId}/entries/{number}/reversal',
  async ({ actor, entity, register, params, body, now, today, deadlines }, services) => {
    const { table } = services;
    const { registerId, name } = register;
    const state = await readState(table, entity.tenantId, register, today);
    const number = entryNumber(state, params.number);
    const request = auditedRequest(
      { actor, entity, deadlines },
      {
        action: 'register/reverse-entry',
        at: now,
        detail: { register: name, entry: number, mode: body.mode },
      },
    );
    const mirrorOn = body.mode === 'mirror' ? calendarDate(body.date) : null;
    await reverseEntry(services, request, { registerId, number, mirrorOn });
    await reviewRegisters(services.table, entity, today);
    return answerWith(services, entity, await ownRegister(table, entity, registerId), today);
  },
);
