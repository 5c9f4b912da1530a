import { describe, expect, it } from 'vitest';
import { CALL_MS, type CallsMade, protocolRules } from '../../../domain/posting/protocol.ts';
import { NO_CALLS } from '../../../functions/records/schedules/calls.ts';
import { tokenDigestOf } from '../../../functions/xero/session.ts';

const MINUTE = 60_000;
const START = Date.UTC(2025, 5, 1);
const DIGEST = tokenDigestOf('an access token');
const OTHER_DIGEST = tokenDigestOf('another access token');

const rules = protocolRules;

const UNANSWERED: CallsMade = {
  firstAt: START,
  overAt: START + CALL_MS,
  areUnanswered: true,
  mayRun: false,
  tokenDigest: DIGEST,
};
const DID_NOTHING: CallsMade = { ...UNANSWERED, areUnanswered: false };

describe('an idempotency key', () => {
  it('may be used for the first call', () => {
    expect(rules.mayUseKey(NO_CALLS, START, DIGEST)).toBe(true);
  });

  it('may be used again within five minutes of its first call', () => {
    expect(rules.mayUseKey(UNANSWERED, START + 5 * MINUTE - 1, DIGEST)).toBe(true);
    expect(rules.mayUseKey(UNANSWERED, START + 5 * MINUTE, DIGEST)).toBe(false);
  });

  it('may not be used under another access token after a call without an answer', () => {
    expect(rules.mayUseKey(UNANSWERED, START + 1, OTHER_DIGEST)).toBe(false);
  });

  it('may not be used again for calls that were recorded without an access token', () => {
    expect(rules.mayUseKey({ ...UNANSWERED, tokenDigest: null }, START + 1, DIGEST)).toBe(false);
  });

  it('may be used at any time and under any access token after calls that did nothing', () => {
    expect(rules.mayUseKey(DID_NOTHING, START + 60 * MINUTE, OTHER_DIGEST)).toBe(true);
  });
});

describe('a refusal', () => {
  it('is trusted unless an earlier call has no answer', () => {
    expect(rules.trustsRefusal(NO_CALLS)).toBe(true);
    expect(rules.trustsRefusal(DID_NOTHING)).toBe(true);
    expect(rules.trustsRefusal(UNANSWERED)).toBe(false);
  });
});

describe('a complete search', () => {
  it('proves absence ten minutes after the last call is over', () => {
    const proof = UNANSWERED.overAt + 10 * MINUTE;
    expect(rules.provesAbsence(UNANSWERED, proof - 1)).toBe(false);
    expect(rules.provesAbsence(UNANSWERED, proof)).toBe(true);
  });
});

describe('the time of a call', () => {
  it('begins before its deadline', () => {
    expect(rules.mayStart(START, START + 1)).toBe(true);
    expect(rules.mayStart(START, START)).toBe(false);
  });

  it('is 20 seconds, or less before the end of the work', () => {
    expect(rules.timeFor(START, START + MINUTE)).toBe(CALL_MS);
    expect(rules.timeFor(START, START + 5_000)).toBe(5_000);
    expect(rules.timeFor(START, START - 1)).toBe(0);
  });
});

describe('the record of calls', () => {
  it('holds a digest of the access token, and not the token', () => {
    expect(DIGEST).not.toContain('access');
    expect(DIGEST).toHaveLength(22);
    expect(DIGEST).toBe(tokenDigestOf('an access token'));
    expect(DIGEST).not.toBe(OTHER_DIGEST);
  });
});
