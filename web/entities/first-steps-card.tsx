import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useApi, type Answer } from '../data/api.ts';
import { HelpLink } from '../help/help-link.tsx';
import { deferred } from '../ui/deferred.tsx';
import { useStable } from '../ui/use-stable.ts';
import { useMay, useUser } from '../data/account.ts';
import { usePreferences } from '../users/preferences.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { CREATE, firstStepsOf, type FirstStep } from './first-steps.ts';
import './first-steps.css';

type Entity = Answer<'GET /v1/entities'>[number];

const CreateEntityDialog = deferred(
  async () => (await import('./create-entity-dialog.tsx')).CreateEntityDialog,
);

interface FirstStepsProps {
  /** Shown until it is known whether the checklist appears, so that it moves nothing. */
  readonly placeholder: ReactNode;
  readonly children: ReactNode;
}

/**
 * The checklist of a new organisation above its entities, and above each of them. It ticks itself, and disappears for good when all is done or
 * the user dismisses it.
 */
export function FirstSteps({ placeholder, children }: FirstStepsProps) {
  const { isLoading: isUserLoading } = useUser();
  const mayEdit = useMay('edit entities');
  const { preferences, isLoading, save } = usePreferences();
  const isWanted = mayEdit && preferences?.firstStepsDismissed === false;
  const { data: entities } = useApi('GET /v1/entities', isWanted ? {} : null);
  const schedules = useLinkedSchedules(entities);
  const steps = isWanted && entities && schedules ? firstStepsOf(entities, schedules) : [];
  const isDone = steps.length > 0 && steps.every((step) => step.isDone);
  const dismiss = useStable(() => void save({ firstStepsDismissed: true }, entityTexts.dismiss));
  useEffect(() => {
    if (isDone) dismiss();
  }, [isDone, dismiss]);
  if (isUserLoading || isLoading || (isWanted && (!entities || !schedules))) return placeholder;
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
  const [path] = useLocation();
  const [isCreating, setCreating] = useState(false);
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps" className="card-title">
        First steps
      </h2>
      <button type="button" className="link-button" onClick={onDismiss}>
        Dismiss
      </button>
      <ol>
        {steps.map((step) => (
          <li key={step.title} data-done={step.isDone || undefined}>
            {step.isDone ? <CheckCircleFillIcon aria-label="Done:" /> : <CircleIcon />}
            <StepTitle {...step} path={path} onCreate={() => setCreating(true)} />
          </li>
        ))}
      </ol>
      <p className="card-text">
        <HelpLink page="opening-balances">About opening balances</HelpLink>
      </p>
      {isCreating && <CreateEntityDialog onClose={() => setCreating(false)} />}
    </section>
  );
}

interface StepTitleProps extends FirstStep {
  /** The address of the page, to which a step doesn't lead. */
  readonly path: string;
  readonly onCreate: () => void;
}

function StepTitle({ title, isDone, href, path, onCreate }: StepTitleProps) {
  if (isDone || href === path || href === null) return title;
  if (href !== CREATE) return <Link href={href}>{title}</Link>;
  return (
    <button type="button" className="link-button" onClick={onCreate}>
      {title}
    </button>
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
