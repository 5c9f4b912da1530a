import { Button } from '@primer/react';
import { useEffect } from 'react';
import { useApi, type Answer } from '../data/api.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { isSessionOver, isXeroDisconnected, messageOf, Unreachable } from '../data/problem.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useMay } from '../data/account.ts';
import { authoriseEntity } from './begin-authorisation.ts';
import { xeroTexts } from './texts.ts';

interface DisconnectedNoticeProps {
  readonly entity: Answer<'GET /v1/entities/{entityId}'>;
}

/**
 * Shown after Xero has revoked access; authorising again keeps all settings. Reports any other failed read of the lock
 * date once, for every component that shows the date.
 */
export function DisconnectedNotice({ entity }: DisconnectedNoticeProps) {
  const params = { entityId: entity.id };
  const { error } = useApi('GET /v1/entities/{entityId}/LockDate', entity.hasXeroLink ? { params } : null);
  const mayConnect = useMay('edit entities');
  const { isBusy, start } = useAction(() => authoriseEntity(entity.id), toast.failure);
  const failure = failureOf(error);
  useEffect(() => {
    if (failure !== undefined) toast.error(failure);
  }, [failure]);
  if (!isXeroDisconnected(error)) return null;
  const name = entity.xeroEntityName ?? 'Xero';
  // Every demo company is called so, with its country.
  const isDemo = name.startsWith('Demo Company');
  const action = mayConnect && (
    <Button loading={isBusy} onClick={start}>
      Reconnect to Xero
    </Button>
  );
  return (
    <Notice tone="warning" action={action}>
      {xeroTexts.disconnected(name)} {isDemo ? xeroTexts.resetDemo : mayConnect && xeroTexts.connectAgain}
    </Notice>
  );
}

/** The text for a failed read, unless the notice, the login page or the shell reports it. */
function failureOf(error: Error | undefined): string | undefined {
  if (!error || isXeroDisconnected(error) || isSessionOver(error) || error instanceof Unreachable) {
    return undefined;
  }
  return messageOf(error, entityTexts.lockDate);
}
