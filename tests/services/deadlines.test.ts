import { describe, expect, it } from 'vitest';
import { requestDeadlines } from '../../functions/services/deadlines.ts';

describe('the deadlines of a request', () => {
  it('begins nothing after 20 s of the time that the cloud gives, and answers a second before its end', () => {
    expect(requestDeadlines(1_000, 30_000)).toEqual({ leaseBy: 11_000, startBy: 21_000, endBy: 29_000 });
  });

  it('goes on beginning where there is more time, as on a loaded machine', () => {
    expect(requestDeadlines(0, 600_000)).toEqual({ leaseBy: 10_000, startBy: 590_000, endBy: 599_000 });
  });
});
