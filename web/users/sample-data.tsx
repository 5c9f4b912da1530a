import { Button } from '@primer/react';
import { call } from '../data/api.ts';
import { beginSession } from '../data/session.ts';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { HeldSignIn } from './proof.ts';
import { userTexts } from './texts.ts';

/** The address that creates sample data; only a local run has one. */
const address = document.querySelector<HTMLMetaElement>('meta[name="paydown-sample-data"]')?.content;

/** Creates the sample data and signs in as its owner. */
export function SampleData({ onHeld }: { readonly onHeld: (held: HeldSignIn) => void }) {
  const { isBusy, submit } = useSubmit({
    send: async () => {
      const answer = await call('POST /v1/users/authenticate', { body: await createSampleData() });
      if ('token' in answer) beginSession(answer);
      else onHeld(answer);
    },
    onFailure: (error) => toast.failure(error, userTexts.sampleFailed),
  });
  if (address === undefined) return null;
  return (
    <div className="auth-sample">
      <p className="auth-small">
        A demo owner, two entities and five schedules, one of them synced to the simulated Xero:
      </p>
      <Button block loading={isBusy} onClick={submit}>
        Explore with sample data
      </Button>
    </div>
  );
}

async function createSampleData(): Promise<{ email: string; password: string }> {
  const response = await fetch(address ?? '', { method: 'POST' });
  const credentials: unknown = response.ok ? await response.json() : undefined;
  if (!isCredentials(credentials)) throw new TypeError('There is no sample data.');
  return credentials;
}

function isCredentials(value: unknown): value is { email: string; password: string } {
  return typeof value === 'object' && value !== null && 'email' in value && 'password' in value;
}
