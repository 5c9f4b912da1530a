/** The texts and views of each kind of register: one row a kind. */
import { division7aRoles } from '../../domain/registers/division-7a.ts';
import { spreadRoles } from '../../domain/registers/spread.ts';
import { entityCrumbs } from '../ui/crumbs.ts';
import { Notice } from '../ui/notice.tsx';
import type { Crumb } from '../ui/page.tsx';
import { paths, pathTo } from '../data/paths.ts';
import { LoanFacts, LoanLadder } from './division-7a-figures.tsx';
import { SpreadFigures, SpreadYears } from './spread-figures.tsx';
import type { Register } from './types.ts';

interface KindOnPage {
  readonly noun: string;
  readonly change: string;
  /** The page with the registers of the kind. */
  readonly listOf: (entityId: string) => Crumb;
}

export const REGISTER_KINDS: Readonly<Record<Register['kind'], KindOnPage>> = {
  spread: {
    noun: 'spread',
    change: 'Record a change',
    listOf: (entityId) => ({ label: 'Spreads', href: pathTo(paths.spreads, { entityId }) }),
  },
  'division-7a': {
    noun: 'loan',
    change: 'Record a repayment',
    listOf: () => ({ label: 'Division 7A', href: paths.division7a }),
  },
};

/** The pages above those of a register. */
export const crumbsOf = (
  entity: { readonly id: string; readonly name: string } | undefined,
  kind: Register['kind'],
  entityId: string,
): readonly Crumb[] => [...entityCrumbs(entityId, entity), REGISTER_KINDS[kind].listOf(entityId)];

/** The roles without an account that an entry needs. */
export function missingRoles(register: Register): readonly string[] {
  const roles: Readonly<Record<string, { readonly label: string; readonly isOptional?: boolean }>> =
    register.kind === 'spread' ? spreadRoles(register.facts.direction) : division7aRoles;
  return Object.keys(roles).filter((role) => !roles[role]?.isOptional && !register.accounts[role]);
}

/** The figures above the entries. */
export function FiguresAbove({
  entityId,
  register,
  recordHref,
}: {
  readonly entityId: string;
  readonly register: Register;
  readonly recordHref: string | null;
}) {
  if (register.kind === 'spread') return <SpreadFigures register={register} />;
  return (
    <>
      {register.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <LoanFacts register={register} />
      <LoanLadder entityId={entityId} register={register} recordHref={recordHref} />
    </>
  );
}

/** The figures below the entries. */
export function FiguresBelow({ register }: { readonly register: Register }) {
  if (register.kind !== 'spread') return null;
  return (
    <div className="card">
      <h2 className="register-heading">By income year</h2>
      <SpreadYears figures={register.figures} />
    </div>
  );
}

const PURPOSES = { prepayment: 'Prepaid expense', 'borrowing-costs': 'Borrowing costs' } as const;

/** A short description of a register. */
export function wordsOf(register: Register): readonly string[] {
  if (register.kind === 'spread') {
    const { direction, purpose, supplier, reference } = register.facts;
    return [direction === 'income' ? 'Income in advance' : PURPOSES[purpose], supplier, reference];
  }
  const { borrower, loanYear, term } = register.facts;
  return ['Division 7A loan', borrower, `made in ${loanYear}`, `${term} years`];
}
