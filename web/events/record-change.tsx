import type { ScheduleParams } from '../data/answers.ts';
import { Link, useParams } from 'wouter';
import { HelpLink } from '../help/help-link.tsx';
import { paths, pathTo } from '../data/paths.ts';
import { scheduleTexts } from '../contract/texts.ts';
import { useSchedule } from '../data/use-schedule.ts';
import { scheduleCrumbs } from '../ui/crumbs.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Bar } from '../ui/skeleton.tsx';
import { kindsFor, refusalOfChange } from './refusal.ts';
import { KINDS } from './kinds.ts';
import type { ChangeKind } from './types.ts';
import './record-change.css';

/** The kinds of changes to choose from. */
export function RecordChange() {
  const { entityId = '', scheduleId = '' } = useParams();
  const { entity, schedule, error } = useSchedule(entityId, scheduleId);
  useLoadFailure(error, scheduleTexts.load);
  const refusal = schedule && refusalOfChange(schedule);
  return (
    <Page
      title={schedule ? `Record a change of ${schedule.description}` : ''}
      above={scheduleCrumbs({ entityId, scheduleId }, entity, schedule)}
      subtitle={
        <>
          A change takes effect from a date. Everything in Xero stays, and the difference is posted.{' '}
          <HelpLink page="changing-a-contract">How changes work</HelpLink>
        </>
      }
    >
      {!schedule && !error && <KindsSkeleton />}
      {refusal !== undefined && <Notice tone="info">{refusal}</Notice>}
      {schedule && refusal === undefined && (
        <Kinds params={{ entityId, scheduleId }} kinds={kindsFor(schedule)} />
      )}
    </Page>
  );
}

function KindsSkeleton() {
  return (
    <div className="kinds" aria-busy="true" aria-label="Loading" role="status">
      {Object.keys(KINDS).map((kind) => (
        <div key={kind} className="card kind-coming">
          <Bar width={16} />
          <Bar width={24} />
          <Bar width={20} />
        </div>
      ))}
    </div>
  );
}

interface KindsProps {
  readonly params: ScheduleParams;
  readonly kinds: readonly ChangeKind[];
}

function Kinds({ params, kinds }: KindsProps) {
  return (
    <ul className="kinds">
      {kinds.map((kind) => {
        const { title, text, icon: Picture } = KINDS[kind];
        return (
          <li key={kind}>
            <Link href={pathTo(paths.changeForm, { ...params, kind })} className="card kind">
              <Picture className="kind-icon" />
              <span className="kind-title">{title}</span>
              <span className="kind-text">{text}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
