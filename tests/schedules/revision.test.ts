import { expect, it } from 'vitest';
import { asOwner, schedulePath } from '../support/syncing.ts';
import { prepareSchedule, TRUCK } from '../support/xero.ts';

it.each([{ notes: 'Call the lender' }, { contractRate: 7.5 }, { lender: 'NAB' }])(
  'refuses a PUT with the revision from before a change of %o',
  async (patch) => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    const { revision } = (await app.call(`GET ${schedulePath}`, asOwner(prepared))).body;
    await app.call(`PATCH ${schedulePath}`, { ...asOwner(prepared), body: patch });
    const body = { ...TRUCK, notes: '', contractRate: null, revision };
    const { status } = await app.call(`PUT ${schedulePath}`, { ...asOwner(prepared), body });
    expect(status).toBe(409);
  },
);
