import { SlidersIcon, LinkIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import type { Answer } from '../data/api.ts';
import { usePlan } from '../data/account.ts';
import { offerToLink } from '../xero/begin-authorisation.ts';
import type { Schedule } from '../data/answers.ts';
import { enableSync } from '../xero/enable-sync.ts';

interface IntegrationButtonProps {
  readonly entity: Answer<'GET /v1/entities/{entityId}'>;
  readonly schedule: Schedule;
  readonly onSetup: () => void;
}

/** Connects the schedule, or opens the step that must come first. */
export function IntegrationButton({ entity, schedule, onSetup }: IntegrationButtonProps) {
  const plan = usePlan();
  if (schedule.xeroConnected) {
    return (
      <Button leadingVisual={SlidersIcon} onClick={onSetup}>
        Xero setup
      </Button>
    );
  }
  const connect = (): void => {
    const params = { entityId: entity.id, scheduleId: schedule.id };
    if (!entity.hasXeroLink) void offerToLink(params);
    else void enableSync(params, plan).then((done) => done && onSetup());
  };
  return (
    <Button leadingVisual={LinkIcon} onClick={connect}>
      Connect to Xero
    </Button>
  );
}
