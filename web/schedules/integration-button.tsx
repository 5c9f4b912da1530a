import { GearIcon, LinkIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import type { Answer } from '../api.ts';
import { toast } from '../ui/toasts.tsx';
import { usePlan } from '../users/account.ts';
import { enableSync } from '../xero/enable-sync.ts';
import { xeroTexts } from '../xero/texts.ts';
import type { Schedule } from './draft.ts';

interface IntegrationButtonProps {
  readonly entity: Answer<'GET /v1/entities/{entityId}'>;
  readonly schedule: Schedule;
  readonly onSetup: () => void;
}

/** Connects the schedule, or leads on with what connecting it takes. */
export function IntegrationButton({ entity, schedule, onSetup }: IntegrationButtonProps) {
  const plan = usePlan();
  if (schedule.xeroConnected) {
    return (
      <Button leadingVisual={GearIcon} onClick={onSetup}>
        Xero setup
      </Button>
    );
  }
  const connect = (): void => {
    if (!entity.hasXeroLink) return toast.error(xeroTexts.notLinked);
    void enableSync({ entityId: entity.id, scheduleId: schedule.id }, plan).then((done) => done && onSetup());
  };
  return (
    <Button leadingVisual={LinkIcon} onClick={connect}>
      Connect to Xero
    </Button>
  );
}
