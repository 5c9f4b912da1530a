import { calendarDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { readState, revisionOf } from '../records/registers/state.ts';
import { previewView } from '../views/register.ts';
import { withChange } from './changed-register.ts';

export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers/{registerId}/changes/preview',
  async ({ entity, register, body, today }, { table }) => {
    const state = await readState(table, entity.tenantId, register, today);
    const { worked } = withChange(state, body);
    const days = { today, asAt: calendarDate(body.asAt ?? today) };
    return { ...previewView(register, worked, days, state.stored), revision: revisionOf(state) };
  },
);
