import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react';
import { Link } from 'wouter';
import { useApi, type Answer } from '../api.ts';
import { HelpLink } from '../help/help-link.tsx';
import { usePreferences } from '../users/preferences.ts';
import { entityTexts } from './texts.ts';
import { firstStepsOf } from './first-steps.ts';
import './first-steps.css';

type Entity = Answer<'GET /v1/entities'>[number];

/** The checklist of a new organisation. It ticks itself, and disappears when all is done or the user dismisses it. */
export function FirstSteps({ entities }: { readonly entities: readonly Entity[] }) {
  const { preferences, save } = usePreferences();
  const isWanted = preferences?.firstStepsDismissed === false;
  const schedules = useLinkedSchedules(isWanted ? entities : []);
  if (!isWanted || !schedules) return null;
  const steps = firstStepsOf(entities, schedules);
  const next = steps.find(({ isDone }) => !isDone);
  if (!next) return null;
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps" className="card-title">
        First steps
      </h2>
      <button
        type="button"
        className="link-button"
        onClick={() => void save({ firstStepsDismissed: true }, entityTexts.dismiss)}
      >
        Dismiss
      </button>
      <ol>
        {steps.map(({ title, isDone, href }) => (
          <li key={title} data-done={isDone || undefined}>
            {isDone ? <CheckCircleFillIcon aria-label="Done:" /> : <CircleIcon />}{' '}
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
