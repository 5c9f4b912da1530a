import { Button } from '@primer/react';
import { useMay } from '../data/account.ts';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { authoriseEntity } from './begin-authorisation.ts';

interface ReconnectButtonProps {
  readonly entityId: string;
  /** The schedule to return to; the entity's page without one. */
  readonly scheduleId?: string;
}

/** Asks for a consent with all permissions. Shown to those who may give it. */
export function ReconnectButton({ entityId, scheduleId }: ReconnectButtonProps) {
  const mayConnect = useMay('edit entities');
  const { isBusy, start } = useAction(() => authoriseEntity(entityId, scheduleId), toast.failure);
  if (!mayConnect) return null;
  return (
    <Button loading={isBusy} onClick={start}>
      Reconnect to Xero
    </Button>
  );
}
