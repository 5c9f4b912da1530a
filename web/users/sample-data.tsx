import { Button } from '@primer/react';
import { useState } from 'react';
import { call } from '../api.ts';
import { beginSession } from '../session.ts';
import { toast } from '../ui/toasts.tsx';
import { userTexts } from './texts.ts';

/** A local run marks its pages with the address that makes sample data; production has none. */
const address = document.querySelector<HTMLMetaElement>('meta[name="paydown-sample-data"]')?.content;

/** One click to something worth looking at: makes the sample data and signs its owner in. */
export function SampleData() {
  const [isBusy, setBusy] = useState(false);
  if (address === undefined) return null;
  const open = async (): Promise<void> => {
    setBusy(true);
    try {
      const response = await fetch(address, { method: 'POST' });
      const credentials: unknown = response.ok ? await response.json() : undefined;
      if (!isCredentials(credentials)) throw new TypeError('There is no sample data.');
      beginSession(await call('POST /v1/users/authenticate', { body: credentials }));
    } catch (error) {
      toast.failure(error, userTexts.sampleFailed);
      setBusy(false);
    }
  };
  return (
    <div className="auth-sample">
      <p className="auth-small">
        A demo owner, two entities and five schedules, one of them synced to the simulated Xero:
      </p>
      <Button block loading={isBusy} onClick={() => void open()}>
        Explore with sample data
      </Button>
    </div>
  );
}

function isCredentials(value: unknown): value is { email: string; password: string } {
  return typeof value === 'object' && value !== null && 'email' in value && 'password' in value;
}
