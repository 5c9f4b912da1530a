/** The kinds of contract events, as the page offers them. */
import {
  BriefcaseIcon,
  CalendarIcon,
  CheckCircleIcon,
  ListOrderedIcon,
  PlusCircleIcon,
  StopwatchIcon,
  SyncIcon,
  TagIcon,
  type Icon,
} from '@primer/octicons-react';
import type { Schedule } from '../data/answers.ts';
import type { ChangeKind } from './types.ts';

interface KindRow {
  readonly title: string;
  /** The situation to choose it in. */
  readonly text: string;
  readonly icon: Icon;
}

/** In the order of the cards. */
export const KINDS: Readonly<Record<ChangeKind, KindRow>> = {
  'extra-repayment': {
    title: 'Extra repayment',
    text: 'An amount repaid on top of the payments. The term or the payments become smaller.',
    icon: PlusCircleIcon,
  },
  'rate-change': {
    title: 'Rate change',
    text: 'The lender charges another interest rate from a date on.',
    icon: SyncIcon,
  },
  'terms-change': {
    title: 'New payments',
    text: 'The remaining payments are agreed again. The interest rate follows from them.',
    icon: ListOrderedIcon,
  },
  'frequency-change': {
    title: 'Frequency or dates',
    text: 'Payments move to other dates or to another frequency.',
    icon: CalendarIcon,
  },
  holiday: {
    title: 'Payment holiday',
    text: 'Some payments are skipped. Interest accrues and the term becomes longer.',
    icon: StopwatchIcon,
  },
  'fee-change': {
    title: 'Administration fee',
    text: 'The fee that is charged with every payment changes.',
    icon: TagIcon,
  },
  payout: {
    title: 'Payout',
    text: 'The whole debt is repaid and the contract ends.',
    icon: CheckCircleIcon,
  },
  refinance: {
    title: 'Refinance',
    text: 'A new contract pays this one out. Both are recorded together.',
    icon: BriefcaseIcon,
  },
};

export const KIND_ORDER = Object.keys(KINDS) as ChangeKind[];

export function isChangeKind(text: string): text is ChangeKind {
  return Object.hasOwn(KINDS, text);
}

/** The kinds that leave a lender's own table as it is, or replace its rest. */
const TABLE_KINDS: ReadonlySet<ChangeKind> = new Set(['payout', 'refinance', 'terms-change', 'fee-change']);

/** Returns the kinds of changes that a schedule can have. */
export const kindsFor = ({
  interestRateImplied,
}: Pick<Schedule, 'interestRateImplied'>): readonly ChangeKind[] =>
  interestRateImplied ? KIND_ORDER.filter((kind) => TABLE_KINDS.has(kind)) : KIND_ORDER;
