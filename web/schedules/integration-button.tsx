import { LinkIcon, SlidersIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { Link } from 'wouter';
import { setUpPath } from '../data/paths.ts';
import type { Entity, Schedule } from '../data/answers.ts';
import { offerToLink } from '../xero/begin-authorisation.ts';

interface IntegrationButtonProps {
  readonly entity: Entity;
  readonly schedule: Schedule;
  readonly onSetup: () => void;
}

/** Sets the schedule up in Xero, or opens the step that must come first. */
export function IntegrationButton({ entity, schedule, onSetup }: IntegrationButtonProps) {
  if (schedule.xeroConnected) {
    return (
      <Button leadingVisual={SlidersIcon} onClick={onSetup}>
        Xero setup
      </Button>
    );
  }
  const params = { entityId: entity.id, scheduleId: schedule.id };
  if (!entity.hasXeroLink) {
    return (
      <Button leadingVisual={LinkIcon} onClick={() => void offerToLink(params)}>
        Connect to Xero
      </Button>
    );
  }
  return (
    <Button as={Link} href={setUpPath(entity.id, [schedule.id])} leadingVisual={LinkIcon} variant="primary">
      Set up in Xero
    </Button>
  );
}
