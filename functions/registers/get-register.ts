import { calendarDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { answerWith } from './register-answer.ts';

export const handler = endpoint(
  registerRoutes,
  'GET /v1/entities/{entityId}/registers/{registerId}',
  ({ entity, register, query, today }, services) =>
    answerWith(services, entity, register, today, calendarDate(query.asAt ?? today)),
);
