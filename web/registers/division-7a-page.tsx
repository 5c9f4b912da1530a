import { OrganizationIcon, PlusIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { sumDollars } from '../../domain/money.ts';
import { useMay } from '../data/account.ts';
import { type Answer, useApi } from '../data/api.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { paths, pathTo } from '../data/paths.ts';
import { messageOf } from '../data/problem.ts';
import { HelpLink } from '../help/help-link.tsx';
import { showDate } from '../ui/dates.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { formatDollars, formatRate } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { RateDialog } from './rate-dialog.tsx';
import { registerTexts } from './texts.ts';
import './registers.css';

type Loan = Answer<'GET /v1/reports/division7aloans'>[number];

/** The Division 7A loans of all entities: those with something missing first. */
export function Division7aPage() {
  const mayEdit = useMay('edit schedules');
  const [isChoosing, setChoosing] = useState(false);
  const { data: loans, error, mutate: reload } = useApi('GET /v1/reports/division7aloans', {});
  return (
    <Page
      title="Division 7A"
      subtitle={
        <>
          Loans of companies to shareholders and associates, and what is to be repaid by 30 June.{' '}
          <HelpLink page="division-7a">About Division 7A loans</HelpLink>
        </>
      }
      actions={
        mayEdit && (
          <Button variant="primary" leadingVisual={PlusIcon} onClick={() => setChoosing(true)}>
            New loan
          </Button>
        )
      }
    >
      {error && (
        <Notice tone="error" action={<Button onClick={() => void reload()}>Retry</Button>}>
          {messageOf(error, registerTexts.list)}
        </Notice>
      )}
      {loans ? <Loans loans={loans} /> : error === undefined && <CardSkeleton columns={6} rows={4} />}
      <Rates />
      {isChoosing && <ChooseCompany onClose={() => setChoosing(false)} />}
    </Page>
  );
}

const RATE_COLUMNS: readonly Column[] = [
  { label: 'Year to 30 June' },
  { label: 'Rate', kind: 'number' },
  { label: 'Source' },
];

/** The benchmark rates with their sources, the newest first. An Admin enters that of a year without a published one. */
function Rates() {
  const mayEnter = useMay('manage users');
  const [isEntering, setEntering] = useState(false);
  const { data: rates, error } = useApi('GET /v1/tenants/benchmarkrates', {});
  if (!rates) return error ? <Notice tone="error">{messageOf(error, registerTexts.rates)}</Notice> : null;
  return (
    <details className="card rates">
      <summary>Benchmark rates</summary>
      {mayEnter && (
        <div className="rates-enter">
          <Button size="small" onClick={() => setEntering(true)}>
            Enter a rate
          </Button>
        </div>
      )}
      <Table label="Benchmark rates" columns={RATE_COLUMNS} className="table-dense">
        <tbody>
          {rates.toReversed().map(({ year, rate, rateIs, source }) => (
            <tr key={year}>
              <td>{year}</td>
              <td className="number">{formatRate(rate)}</td>
              <td>
                {source}
                {rateIs === 'entered' && <span className="cell-detail">entered by an Admin</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {isEntering && <RateDialog rates={rates} onClose={() => setEntering(false)} />}
    </details>
  );
}

const COLUMNS: readonly Column[] = [
  { label: 'Borrower' },
  { label: 'Year', kind: 'number' },
  { label: 'Minimum', kind: 'number' },
  { label: 'Repaid', kind: 'number' },
  { label: 'Still to repay', kind: 'number' },
  { label: 'By' },
];

function Loans({ loans }: { readonly loans: readonly Loan[] }) {
  if (loans.length === 0) {
    return (
      <div className="card">
        <Empty icon={OrganizationIcon} title="There are no Division 7A loans yet">
          A loan shows what must be repaid each year, and what is missing before 30 June.
        </Empty>
      </div>
    );
  }
  return (
    <div className="card">
      <Table label="Division 7A loans" columns={COLUMNS} className="table-sticky table-stack">
        <tbody>
          {loans.map((loan) => (
            <LoanRow key={loan.registerId} loan={loan} />
          ))}
        </tbody>
        {loans.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={4}>
                {loans.length} loans
              </th>
              <td className="number" data-label="Still to repay">
                {formatDollars(sumDollars(loans.map(missingOf)))}
              </td>
              <td className="fill-cell" />
            </tr>
          </tfoot>
        )}
      </Table>
    </div>
  );
}

function LoanRow({ loan }: { readonly loan: Loan }) {
  const { entityId, entityName, registerId, name, borrower, year, short } = loan;
  return (
    <tr className="row-link">
      <td>
        <Link href={pathTo(paths.registerPage, { entityId, registerId })} className="row-link-name">
          {borrower}
        </Link>
        <span className="cell-detail">
          {entityName} · {name}
        </span>
      </td>
      <td className="number" data-label="Year">
        {year?.year ?? '–'}
      </td>
      <td className="number" data-label="Minimum">
        {year ? formatDollars(year.minimum) : '–'}
      </td>
      <td className="number" data-label="Repaid">
        {year ? formatDollars(year.repaid) : '–'}
      </td>
      <td className="number" data-label="Still to repay">
        {year ? <strong>{formatDollars(year.stillToRepay)}</strong> : '–'}
      </td>
      <td data-label="By">
        {year ? <Due year={year} /> : 'Nothing due'}
        {short && (
          <Label variant="danger">
            {short.years.join(', ')}: {formatDollars(short.shortfall)} short
          </Label>
        )}
      </td>
    </tr>
  );
}

function Due({ year }: { readonly year: NonNullable<Loan['year']> }) {
  if (year.stillToRepay === 0) return <>Minimum met</>;
  return (
    <>
      {showDate(year.dueOn)}
      <span className="cell-detail">{year.daysLeft} days left</span>
    </>
  );
}

const missingOf = ({ year }: Loan): number => year?.stillToRepay ?? 0;

/** A loan belongs to the entity of the company that lends. */
function ChooseCompany({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const { data: entities = [], error } = useApi('GET /v1/entities', {});
  const [only, ...others] = entities;
  const [picked, setPicked] = useState('');
  const chosen = picked === '' && only && others.length === 0 ? only.id : picked;
  return (
    <FormDialog
      title="New Division 7A loan"
      submit="Continue"
      disabled={chosen === ''}
      onSubmit={async () => {
        onClose();
        navigate(pathTo(paths.newDivision7a, { entityId: chosen }));
      }}
      onClose={onClose}
    >
      {error && <Notice tone="error">{messageOf(error, entityTexts.list)}</Notice>}
      <SelectField
        label="Company"
        hint="The entity of the company that lends."
        required
        choices={entities.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setPicked}
      />
    </FormDialog>
  );
}
