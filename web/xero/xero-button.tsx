import { Button } from '@primer/react';
import { useState } from 'react';
import type { Answer } from '../data/api.ts';
import { authoriseEntity } from './begin-authorisation.ts';
import { disconnect } from './unlink.ts';
import './xero-button.css';

interface XeroButtonProps {
  readonly entity: Answer<'GET /v1/entities/{entityId}'>;
}

/** Connects an entity to Xero in the words and colours that Xero prescribes, or disconnects it by a quiet button. */
export function XeroButton({ entity }: XeroButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    await (entity.hasXeroLink ? disconnect(entity) : authoriseEntity(entity.id));
    setBusy(false);
  };
  if (entity.hasXeroLink) {
    return (
      <Button variant="invisible" loading={isBusy} onClick={() => void run()}>
        Disconnect from Xero
      </Button>
    );
  }
  return (
    <button
      type="button"
      className="xero-button"
      disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => void run()}
    >
      Connect to Xero
    </button>
  );
}
