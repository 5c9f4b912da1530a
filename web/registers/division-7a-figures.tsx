import { Button, Label } from '@primer/react';
import { Link } from 'wouter';
import { INCOME_YEARS } from '../../domain/years.ts';
import { showDate, today } from '../ui/dates.ts';
import { Facts } from '../ui/facts.tsx';
import { formatDollars, formatRate } from '../ui/money.tsx';
import { Table, type Column } from '../ui/table.tsx';
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
export const currentYear = (years: readonly Division7aYear[]): Division7aYear | undefined =>
  years.find(({ year }) => year === INCOME_YEARS.yearOf(today()));

/** The balance of a loan, and what must be repaid next. */
export function LoanFacts({
  register: { total, balance, figures },
}: {
  readonly register: Division7aRegister;
}) {
  const current = currentYear(figures.years);
  const short = figures.years.filter(({ status }) => status === 'short');
  return (
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
          value: formatDollars(short.reduce((sum, { shortfall }) => sum + shortfall, 0)),
          detail: short.map(({ year }) => year).join(', '),
        },
        figures.toClear && {
          label: 'Clears the loan',
          value: formatDollars(figures.toClear.amount),
          detail: `paid on ${showDate(figures.toClear.on)}`,
        },
      ]}
    />
  );
}

interface LadderProps {
  readonly register: Division7aRegister;
  /** The address of the form of a repayment; null where none may be recorded. */
  readonly recordHref: string | null;
}

/** A card for each year, the current one on top. */
export function LoanLadder({ register: { figures }, recordHref }: LadderProps) {
  const current = currentYear(figures.years);
  const others = figures.years.filter((year) => year !== current);
  return (
    <section className="ladder" aria-label="Years">
      {current && <YearCard year={current} recordHref={recordHref} />}
      {others.map((year) => (
        <YearCard key={year.year} year={year} recordHref={null} />
      ))}
      {figures.leftAfterTerm > 0 && (
        <p className="card-text">
          {formatDollars(figures.leftAfterTerm)} would be left after the last year, as recorded now.
        </p>
      )}
    </section>
  );
}

function YearCard({
  year,
  recordHref,
}: {
  readonly year: Division7aYear;
  readonly recordHref: string | null;
}) {
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
        {recordHref !== null && (
          <Button as={Link} href={recordHref} size="small" variant="primary" className="ladder-action">
            Record a repayment
          </Button>
        )}
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

const COLUMNS: readonly Column[] = [
  { label: 'Year' },
  { label: 'Opening', kind: 'number' },
  { label: 'Minimum', kind: 'number' },
  { label: 'Interest', kind: 'number' },
  { label: 'Closing', kind: 'number' },
];

/** The years of a loan before it is saved. */
export function LoanYears({ years }: { readonly years: readonly Division7aYear[] }) {
  return (
    <Table label="Years" columns={COLUMNS} className="table-dense">
      <tbody>
        {years.map(({ year, rateIs, opening, minimum, interest, closing }) => (
          <tr key={year}>
            <td>
              {year}
              {rateIs === 'projected' && <span className="cell-detail">projected</span>}
            </td>
            {[opening, minimum, interest, closing].map((dollars, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- cells don't move
              <td key={index} className="number">
                {formatDollars(dollars)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
