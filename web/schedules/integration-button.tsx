import { LinkIcon, SlidersIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { Link } from 'wouter';
import { setUpPath } from '../data/paths.ts';
import type { Entity, Schedule } from '../data/answers.ts';
import { authoriseEntity } from '../xero/begin-authorisation.ts';

interface IntegrationButtonProps {
  readonly entity: Entity;
  readonly schedule: Schedule;
}

/** Leads to the set-up in Xero, or to the link of the entity, which must come first. */
export function IntegrationButton({ entity, schedule }: IntegrationButtonProps) {
  if (!entity.hasXeroLink) {
    return (
      <Button leadingVisual={LinkIcon} onClick={() => void authoriseEntity(entity.id, schedule.id)}>
        Link entity to Xero
      </Button>
    );
  }
  const isReady = schedule.xeroConnected && schedule.xeroSyncReady;
  return (
    <Button
      as={Link}
      href={setUpPath(entity.id, [schedule.id])}
      leadingVisual={isReady ? SlidersIcon : LinkIcon}
      variant={isReady ? 'default' : 'primary'}
    >
      {isReady ? 'Xero setup' : 'Set up in Xero'}
    </Button>
  );
}
