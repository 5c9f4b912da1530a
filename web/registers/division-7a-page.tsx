import { OrganizationIcon, PlusIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { daysBetween } from '../../domain/calendar.ts';
import { sumDollars } from '../../domain/money.ts';
import { INCOME_YEARS } from '../../domain/years.ts';
import { useMay } from '../data/account.ts';
import { call, useApi } from '../data/api.ts';
import { paths, pathTo } from '../data/paths.ts';
import { messageOf } from '../data/problem.ts';
import { usePreview } from '../data/use-preview.ts';
import { HelpLink } from '../help/help-link.tsx';
import { showDate, today } from '../ui/dates.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { formatDollars, formatRate } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { currentYear } from './division-7a-figures.tsx';
import { RateDialog } from './rate-dialog.tsx';
import { registerTexts } from './texts.ts';
import type { Division7aRegister, Division7aYear } from './types.ts';
import './registers.css';

/** A loan of any entity, with the year that matters now. */
interface Loan {
  readonly entityId: string;
  readonly entityName: string;
  readonly register: Division7aRegister;
  /** The year in which today lies. */
  readonly year: Division7aYear | undefined;
  /** The year before it, where less than the minimum was repaid. */
  readonly short: Division7aYear | undefined;
}

/** The Division 7A loans of all entities: those with something missing first. */
export function Division7aPage() {
  const mayEdit = useMay('edit schedules');
  const [isChoosing, setChoosing] = useState(false);
  const { data: entities } = useApi('GET /v1/entities', {});
  const named = useMemo(() => entities?.map(({ id, name }) => ({ id, name })), [entities]);
  const { preview: loans, error, reload } = usePreview(named ?? null, readLoans);
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
        <Notice tone="error" action={<Button onClick={reload}>Retry</Button>}>
          {messageOf(error, registerTexts.list)}
        </Notice>
      )}
      {loans ? (
        <Loans loans={loans} />
      ) : (
        error === undefined && (
          <div className="card">
            <TableSkeleton columns={6} rows={4} />
          </div>
        )
      )}
      <Rates />
      {isChoosing && <ChooseCompany entities={named ?? []} onClose={() => setChoosing(false)} />}
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
  const { data: rates } = useApi('GET /v1/tenants/benchmarkrates', {});
  if (!rates) return null;
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
            <LoanRow key={loan.register.id} loan={loan} />
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

function LoanRow({ loan: { entityId, entityName, register, year, short } }: { readonly loan: Loan }) {
  const { id, name, facts } = register;
  return (
    <tr className="row-link">
      <td>
        <Link href={pathTo(paths.registerPage, { entityId, registerId: id })} className="row-link-name">
          {facts.borrower}
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
        {year ? <strong>{formatDollars(year.shortfall)}</strong> : '–'}
      </td>
      <td data-label="By">
        {year ? <Due year={year} /> : 'Nothing due'}
        {short && (
          <Label variant="danger">
            {short.year}: {formatDollars(short.shortfall)} short
          </Label>
        )}
      </td>
    </tr>
  );
}

function Due({ year }: { readonly year: Division7aYear }) {
  const end = INCOME_YEARS.endOf(year.year);
  if (year.shortfall === 0) return <>Minimum met</>;
  return (
    <>
      {showDate(end)}
      <span className="cell-detail">{daysBetween(today(), end)} days left</span>
    </>
  );
}

const missingOf = ({ year }: Loan): number => year?.shortfall ?? 0;

/** Entities, or loans, that are read at the same time. */
const AT_ONCE = 6;

async function readLoans(
  entities: readonly { readonly id: string; readonly name: string }[],
): Promise<readonly Loan[]> {
  const listed = await inTurn(entities, async ({ id: entityId, name }) => {
    const registers = await call('GET /v1/entities/{entityId}/registers', {
      params: { entityId },
      query: { kind: 'division-7a' },
    });
    return registers.map(({ id }) => ({ entityId, entityName: name, registerId: id }));
  });
  const loans = await inTurn(listed.flat(), async ({ entityId, entityName, registerId }) => {
    const register = await call('GET /v1/entities/{entityId}/registers/{registerId}', {
      params: { entityId, registerId },
    });
    if (register.kind !== 'division-7a') return [];
    const { years } = register.figures;
    const year = currentYear(years);
    const short = years.find((one) => one.status === 'short' && INCOME_YEARS.endOf(one.year + 1) >= today());
    return [{ entityId, entityName, register, year, short }];
  });
  // Loans that are short stand first, then the largest amounts.
  const rank = ({ short }: Loan): number => (short ? 0 : 1);
  return loans.flat().toSorted((a, b) => rank(a) - rank(b) || missingOf(b) - missingOf(a));
}

async function inTurn<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(read))));
  }
  return results;
}

interface ChooseCompanyProps {
  readonly entities: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}

/** A loan belongs to the entity of the company that lends. */
function ChooseCompany({ entities, onClose }: ChooseCompanyProps) {
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState(entities.length === 1 ? (entities[0]?.id ?? '') : '');
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
      <SelectField
        label="Company"
        hint="The entity of the company that lends."
        required
        choices={entities.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
