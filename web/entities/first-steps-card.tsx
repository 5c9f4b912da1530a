import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useApi, type Answer } from '../data/api.ts';
import { HelpLink } from '../help/help-link.tsx';
import { useStable } from '../ui/use-stable.ts';
import { useMay, useUser } from '../data/account.ts';
import { usePreferences } from '../users/preferences.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { firstStepsOf, type FirstStep } from './first-steps.ts';
import './first-steps.css';

type Entity = Answer<'GET /v1/entities'>[number];

interface FirstStepsProps {
  readonly entities: readonly Entity[];
  /** Shown until it is known whether the checklist appears, so that it moves nothing. */
  readonly placeholder: ReactNode;
  readonly children: ReactNode;
}

/**
 * The checklist of a new organisation above its entities. It ticks itself, and disappears for good when all is done or
 * the user dismisses it.
 */
export function FirstSteps({ entities, placeholder, children }: FirstStepsProps) {
  const { isLoading: isUserLoading } = useUser();
  const mayEdit = useMay('edit entities');
  const { preferences, isLoading, save } = usePreferences();
  const isWanted = mayEdit && preferences?.firstStepsDismissed === false;
  const schedules = useLinkedSchedules(isWanted ? entities : []);
  const steps = isWanted && schedules ? firstStepsOf(entities, schedules) : [];
  const isDone = steps.length > 0 && steps.every((step) => step.isDone);
  const dismiss = useStable(() => void save({ firstStepsDismissed: true }, entityTexts.dismiss));
  useEffect(() => {
    if (isDone) dismiss();
  }, [isDone, dismiss]);
  if (isUserLoading || isLoading || (isWanted && !schedules)) return placeholder;
  return (
    <>
      {steps.length > 0 && !isDone && <Checklist steps={steps} onDismiss={dismiss} />}
      {children}
    </>
  );
}

interface ChecklistProps {
  readonly steps: readonly FirstStep[];
  readonly onDismiss: () => void;
}

function Checklist({ steps, onDismiss }: ChecklistProps) {
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps" className="card-title">
        First steps
      </h2>
      <button type="button" className="link-button" onClick={onDismiss}>
        Dismiss
      </button>
      <ol>
        {steps.map(({ title, isDone, href }) => (
          <li key={title} data-done={isDone || undefined}>
            {isDone ? <CheckCircleFillIcon aria-label="Done:" /> : <CircleIcon />}
            {!isDone && href !== null ? <Link href={href}>{title}</Link> : title}
          </li>
        ))}
      </ol>
      <p className="card-text">
        <HelpLink page="opening-balances">About opening balances</HelpLink>
      </p>
    </section>
  );
}

const NONE: readonly Entity[] = [];

/** Returns the schedules of the first linked entities; undefined until loaded. */
function useLinkedSchedules(entities: readonly Entity[] = NONE) {
  const [first, second] = entities.filter(({ hasXeroLink }) => hasXeroLink);
  const one = useSchedulesOf(first);
  const other = useSchedulesOf(second);
  return one && other ? [...one, ...other] : undefined;
}

function useSchedulesOf(entity: Entity | undefined) {
  const { data } = useApi(
    'GET /v1/entities/{entityId}/schedules',
    entity ? { params: { entityId: entity.id }, query: {} } : null,
  );
  if (!entity) return [];
  return data?.map((schedule) => ({ ...schedule, entityId: entity.id }));
}
