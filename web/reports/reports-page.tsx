import { TableIcon } from '@primer/octicons-react';
import { useSearchParams } from 'wouter';
import { HelpLink } from '../help/help-link.tsx';
import { useApi, type Answer } from '../data/api.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { paths } from '../data/paths.ts';
import { showDate } from '../ui/dates.ts';
import { deferred } from '../ui/deferred.tsx';
import { Empty } from '../ui/empty.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { reportQueryOf, type ReportQuery } from './report-query.ts';
import { ReportDownloads } from './report-downloads.tsx';
import { ReportOptions } from './report-options.tsx';
import { ReportUnderWay } from './report-under-way.tsx';
import type { LoansReport } from './section-table.tsx';
import { FeesSection, InterestSection, MaturitySection, MovementSection, SplitSection } from './sections.tsx';
import { CheckHere } from './check-here.tsx';
import { PapersSection } from './papers-section.tsx';
import { SummarySection } from './summary-section.tsx';
import { reportTexts } from './texts.ts';
import './reports.css';

const JournalSection = deferred(async () => (await import('./journal-section.tsx')).JournalSection);

const AllJournalsSection = deferred(
  async () => (await import('./all-journals-section.tsx')).AllJournalsSection,
);

/** Reports of more loans are made as files only. */
const MOST_ON_SCREEN = 500;

const VIEWS = [
  ['summary', 'Summary'],
  ['movement', 'Movement'],
  ['split', 'Current and non-current'],
  ['maturity', 'Maturity'],
  ['interest', 'Interest by year'],
  ['fees', 'Fees by year'],
  ['papers', 'Working papers'],
  ['journal', 'Adjusting journal'],
] as const;
type View = (typeof VIEWS)[number][0];

const SECTIONS = {
  movement: MovementSection,
  split: SplitSection,
  maturity: MaturitySection,
  interest: InterestSection,
  fees: FeesSection,
} as const satisfies Record<Exclude<View, 'summary' | 'papers' | 'journal'>, unknown>;

/** The year-end pack. */
export function ReportsPage() {
  const [parameters] = useSearchParams();
  const { data: entities, error } = useApi('GET /v1/entities', {});
  useLoadFailure(error, entityTexts.list);
  const chosen = entities?.find(({ id }) => id === parameters.get('entityId'));
  const query = reportQueryOf(parameters, chosen?.financialYearEnd);
  const reportId = parameters.get('report');
  const isLong = entities !== undefined && loansOf(entities, query) > MOST_ON_SCREEN;
  return (
    <Page
      title="Year end"
      above={[{ label: 'Reports' }]}
      subtitle={
        <>
          Loans at {showDate(query.date)}. <HelpLink page="year-end">About the year end</HelpLink>
        </>
      }
      actions={<ReportDownloads query={query} />}
    >
      <ReportOptions entities={entities ?? []} query={query} />
      {reportId && <ReportUnderWay reportId={reportId} />}
      {isLong && <Notice tone="info">{reportTexts.tooMany}</Notice>}
      {!isLong && entities && <OnScreen query={query} />}
      {!entities && <ReportSkeleton view={viewOf(parameters)} />}
    </Page>
  );
}

function loansOf(entities: Answer<'GET /v1/entities'>, { entityId }: ReportQuery): number {
  const chosen = entities.filter(({ id }) => entityId === undefined || id === entityId);
  return chosen.reduce((count, { schedulesCount }) => count + schedulesCount, 0);
}

function OnScreen({ query }: { readonly query: ReportQuery }) {
  const [parameters] = useSearchParams();
  const { data, error } = useApi('GET /v1/reports/loans', { query }, { keepPreviousData: true });
  useLoadFailure(error, reportTexts.load);
  const view = viewOf(parameters);
  if (!data) return <ReportSkeleton view={view} />;
  if ('reportId' in data) return <ReportUnderWay reportId={data.reportId} />;
  if (data.loans.length === 0) {
    return (
      <div className="card">
        <Empty icon={TableIcon} title={reportTexts.none}>
          {reportTexts.noneText}
        </Empty>
      </div>
    );
  }
  return (
    <>
      <Views current={view} />
      <div className="card report-card">
        <Section view={view} report={data} query={query} />
      </div>
    </>
  );
}

const viewOf = (parameters: URLSearchParams): View =>
  VIEWS.find(([name]) => name === parameters.get('view'))?.[0] ?? 'summary';

interface SectionProps {
  readonly view: View;
  readonly report: LoansReport;
  readonly query: ReportQuery;
}

function Section({ view, report, query }: SectionProps) {
  const { loans, date } = report;
  if (view === 'journal' && query.entityId === undefined) {
    return <AllJournalsSection key={JSON.stringify(query)} query={query} loans={loans} />;
  }
  if (view === 'journal') return <JournalSection key={JSON.stringify(query)} query={query} />;
  if (view === 'summary') return <SummarySection key={date} report={report} />;
  if (view === 'papers') {
    return (
      <>
        <CheckHere key={`${date} ${query.entityId}`} date={date} entityId={query.entityId} />
        <PapersSection report={report} />
      </>
    );
  }
  const Shown = SECTIONS[view];
  return <Shown loans={loans} />;
}

/** Each section is a link, so that it can be opened, kept and gone back to. */
function Views({ current }: { readonly current: View }) {
  const [parameters] = useSearchParams();
  const hrefOf = (view: View): string => {
    const to = new URLSearchParams(parameters);
    to.set('view', view);
    return `${paths.reports}?${to}`;
  };
  return (
    <Tabs
      label="Sections"
      tabs={VIEWS.map(([name, label]) => ({ label, href: hrefOf(name), isShown: name === current }))}
    />
  );
}

function ReportSkeleton({ view }: { readonly view: View }) {
  return (
    <>
      <Views current={view} />
      <CardSkeleton columns={8} />
    </>
  );
}
