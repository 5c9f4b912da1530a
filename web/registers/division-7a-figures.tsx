import { DownloadIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { Link } from 'wouter';
import { sumDollars } from '../../domain/money.ts';
import { INCOME_YEARS } from '../../domain/years.ts';
import { download } from '../data/download.ts';
import { HelpLink } from '../help/help-link.tsx';
import type { RegisterParams } from '../posting/posted.ts';
import { showDate, today } from '../ui/dates.ts';
import { Facts } from '../ui/facts.tsx';
import { formatDollars, formatRate, MoneyCell } from '../ui/money.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { Table, type Column } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { clearingText } from './clearing-text.ts';
import { registerTexts } from './texts.ts';
import type { Division7aRegister, Division7aYear } from './types.ts';

const STATUSES: Readonly<Record<Division7aYear['status'], string>> = {
  repaid: 'Repaid',
  future: 'To come',
  met: 'Minimum met',
  open: 'Still to repay',
  short: 'Short',
};

const RATES: Readonly<Record<Division7aYear['rateIs'], string>> = {
  published: 'benchmark rate',
  entered: 'entered by an Admin',
  projected: 'projected, not published yet',
};

/** The year in which today lies. */
const currentYear = (years: readonly Division7aYear[]): Division7aYear | undefined =>
  years.find(({ year }) => year === INCOME_YEARS.yearOf(today()));

/** The balance of a loan, what must be repaid next, and why clearing it takes another amount. */
export function LoanFacts({
  register: { total, balance, figures },
}: {
  readonly register: Division7aRegister;
}) {
  const current = currentYear(figures.years);
  const short = figures.years.filter(({ status }) => status === 'short');
  const clearing = clearingText({ balance, figures }, INCOME_YEARS.yearOf(today()));
  return (
    <>
      <Facts
        facts={[
          { label: 'Lent', value: formatDollars(total) },
          {
            label: 'Balance in the accounts',
            value: formatDollars(balance),
            detail: 'unpaid interest included',
          },
          {
            label: 'Still to repay',
            value: formatDollars(current?.stillToRepay ?? 0),
            detail: current && `by ${showDate(INCOME_YEARS.endOf(current.year))}`,
          },
          short.length > 0 && {
            label: 'Short in earlier years',
            value: formatDollars(sumDollars(short.map(({ shortfall }) => shortfall))),
            detail: short.map(({ year }) => year).join(', '),
          },
          figures.toClear && {
            label: 'Clears the loan',
            value: formatDollars(figures.toClear.amount),
            detail: `paid on ${showDate(figures.toClear.on)}`,
          },
        ]}
      />
      {clearing !== null && <p className="field-hint">{clearing}</p>}
    </>
  );
}

interface LadderProps {
  readonly entityId: string;
  readonly register: Division7aRegister;
  /** The address of the form of a repayment; null where none may be recorded. */
  readonly recordHref: string | null;
}

/** A card for each year: the current one on top, the later ones in their order, then the earlier ones, latest first. */
export function LoanLadder({ entityId, register: { id, figures }, recordHref }: LadderProps) {
  const params = { entityId, registerId: id };
  const current = currentYear(figures.years);
  const isEarlier = ({ year }: Division7aYear): boolean => year < INCOME_YEARS.yearOf(today());
  const later = figures.years.filter((year) => year !== current && !isEarlier(year));
  const earlier = figures.years.filter(isEarlier).toReversed();
  return (
    <section className="ladder" aria-label="Years">
      {current && <YearCard params={params} year={current} recordHref={recordHref} />}
      {later.map((year) => (
        <YearCard key={year.year} params={params} year={year} recordHref={null} />
      ))}
      {earlier.length > 0 && later.length + (current ? 1 : 0) > 0 && (
        <h2 className="ladder-earlier">Earlier years</h2>
      )}
      {earlier.map((year) => (
        <YearCard key={year.year} params={params} year={year} recordHref={null} />
      ))}
      {figures.leftAfterTerm > 0 && (
        <p className="card-text">
          {formatDollars(figures.leftAfterTerm)} would be left after the last year, as recorded now.
        </p>
      )}
      <p className="field-hint">
        Worked out by section 109E ITAA 1936 from what is recorded here. It is no tax advice.{' '}
        <HelpLink page="division-7a">About Division 7A loans</HelpLink>
      </p>
    </section>
  );
}

function YearCard({
  params,
  year,
  recordHref,
}: {
  readonly params: RegisterParams;
  readonly year: Division7aYear;
  readonly recordHref: string | null;
}) {
  const statement = useAction(
    () => saveStatement(params, year.year),
    (error) => toast.failure(error, registerTexts.statement),
  );
  const isCurrent = year.status === 'open' || year.status === 'short';
  return (
    <article className="card ladder-year" aria-label={`Year ${year.year}`}>
      <header className="ladder-head">
        <h2 className="register-heading">Year to 30 June {year.year}</h2>
        <Label
          variant={year.status === 'short' ? 'danger' : year.status === 'open' ? 'attention' : 'default'}
        >
          {STATUSES[year.status]}
        </Label>
        <span className="muted">
          {formatRate(year.rate)}, {RATES[year.rateIs]}
        </span>
        <span className="ladder-actions">
          {year.status !== 'future' && (
            <Button
              size="small"
              variant="invisible"
              leadingVisual={DownloadIcon}
              aria-label={`Statement of ${year.year}`}
              loading={statement.isBusy}
              onClick={statement.start}
            >
              Statement
            </Button>
          )}
          {recordHref !== null && (
            <Button as={Link} href={recordHref} size="small" variant="primary">
              Record a repayment
            </Button>
          )}
        </span>
      </header>
      <Facts
        facts={[
          { label: 'Opening', value: formatDollars(year.opening) },
          {
            label: 'Minimum',
            value: formatDollars(year.minimum),
            detail: `${year.remainingTerm} ${year.remainingTerm === 1 ? 'year' : 'years'} left`,
          },
          {
            label: 'Repaid',
            value: formatDollars(year.repaid),
            detail:
              year.repaidBeforeLodgmentDay > 0 &&
              `${formatDollars(year.repaidBeforeLodgmentDay)} before the lodgment day`,
          },
          isCurrent && {
            label: year.status === 'short' ? 'Shortfall' : 'Still to repay',
            value: <strong>{formatDollars(year.shortfall)}</strong>,
            detail: year.status === 'short' ? 'an unfranked dividend' : undefined,
          },
          {
            label: 'Interest',
            value: formatDollars(year.interest),
            detail: year.unpaidInterest > 0 && `${formatDollars(year.unpaidInterest)} unpaid`,
          },
          {
            label: 'Closing',
            value: formatDollars(year.closing),
            detail:
              year.ledgerBalance !== year.closing && `${formatDollars(year.ledgerBalance)} in the accounts`,
          },
        ]}
      />
    </article>
  );
}

async function saveStatement(params: RegisterParams, year: number): Promise<void> {
  const { name, blob } = await download(
    'GET /v1/entities/{entityId}/registers/{registerId}/statement',
    { params, query: { year } },
    'application/pdf',
  );
  saveBlob(name, blob);
}

const COLUMNS: readonly Column[] = [
  { label: 'Year' },
  { label: 'Minimum', kind: 'number' },
  { label: 'Repaid', kind: 'number' },
  { label: 'Interest', kind: 'number' },
  { label: 'Closing', kind: 'number' },
];

/** The years of a loan before it is saved. */
export function LoanYears({ years }: { readonly years: readonly Division7aYear[] }) {
  return (
    <Table label="Years" columns={COLUMNS} className="table-dense">
      <tbody>
        {years.map(({ year, rateIs, minimum, repaid, interest, closing }) => (
          <tr key={year}>
            <td>
              {year}
              {rateIs === 'projected' && <span className="cell-detail">projected</span>}
            </td>
            <MoneyCell dollars={minimum} />
            <MoneyCell dollars={repaid} />
            <MoneyCell dollars={interest} />
            <MoneyCell dollars={closing} />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
