import { calendarDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { previewView } from '../views/register.ts';
import { checkedNewRegister } from './new-register.ts';

export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers/preview',
  async ({ actor, entity, body, today, deadlines }, services) => {
    const asked = { actor, entity, today, deadlines };
    const { register, worked } = await checkedNewRegister(services, asked, { ...body, autoPost: false });
    return previewView(register, worked, { today, asAt: calendarDate(body.asAt ?? today) });
  },
);
