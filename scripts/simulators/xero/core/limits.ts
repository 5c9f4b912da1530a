/** Rate limits per organisation and for the whole app, in the windows that Xero uses. */
import { behaviourOf } from './behaviour.ts';
import { empty, type CoreResponse } from './http.ts';
import { put, type CallsRecord, type XeroState } from './state.ts';

const CONCURRENT = 5;
const PER_MINUTE = 60;
const APP_PER_MINUTE = 10_000;
const DAY = 86_400_000;

const NO_CALLS: CallsRecord = { recent: [], inFlight: [], day: 0, today: 0 };

/** The organisation's calls inside the current windows. */
function current(state: XeroState, tenantId: string, now: number): CallsRecord {
  const { recent, inFlight, day, today } = state.records.calls.get(tenantId) ?? NO_CALLS;
  const thisDay = Math.floor(now / DAY);
  return {
    recent: recent.filter((at) => at > now - behaviourOf(state).minuteMs),
    inFlight: inFlight.filter((until) => until > now),
    day: thisDay,
    today: day === thisDay ? today : 0,
  };
}

/** Returns the refusal of a call above a limit; null when the call may go on. */
export function overLimit(state: XeroState, tenantId: string, now: number): CoreResponse | null {
  const calls = current(state, tenantId, now);
  if (calls.inFlight.length >= CONCURRENT) return tooMany('concurrent');
  if (calls.today >= behaviourOf(state).dayLimit) return tooMany('day', (calls.day + 1) * DAY - now);
  if (calls.recent.length >= PER_MINUTE) {
    return tooMany('minute', (calls.recent[0] ?? now) + behaviourOf(state).minuteMs - now);
  }
  if (appCalls(state, now) >= APP_PER_MINUTE) return tooMany('appminute');
  return null;
}

function tooMany(problem: string, waitMs?: number): CoreResponse {
  const retryAfter = waitMs === undefined ? {} : { 'retry-after': String(Math.ceil(waitMs / 1000)) };
  return empty(429, { 'x-rate-limit-problem': problem, ...retryAfter });
}

function appCalls(state: XeroState, now: number): number {
  const tenants = [...state.records.calls.keys()];
  return tenants.reduce((sum, tenantId) => sum + current(state, tenantId, now).recent.length, 0);
}

/** Counts an accepted call that runs until `until`. */
export function countCall(state: XeroState, tenantId: string, now: number, until: number): void {
  const calls = current(state, tenantId, now);
  put(state, 'calls', tenantId, {
    recent: [...calls.recent, now],
    inFlight: [...calls.inFlight, until],
    day: calls.day,
    today: calls.today + 1,
  });
}

/** The headers with the calls left in each window, which every answer carries. */
export function limitHeaders(state: XeroState, tenantId: string, now: number): Record<string, string> {
  const { recent, today } = current(state, tenantId, now);
  return {
    'x-daylimit-remaining': String(Math.max(0, behaviourOf(state).dayLimit - today)),
    'x-minlimit-remaining': String(PER_MINUTE - recent.length),
    'x-appminlimit-remaining': String(APP_PER_MINUTE - appCalls(state, now)),
  };
}
