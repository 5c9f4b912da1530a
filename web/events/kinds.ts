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
import type { ChangeKind } from './types.ts';

interface KindRow {
  readonly title: string;
  /** The situation to choose it in. */
  readonly text: string;
  readonly icon: Icon;
  /** Whether payments or balances may change, so that a document is posted. */
  readonly movesPayments: boolean;
}

/** In the order of the cards. */
export const KINDS: Readonly<Record<ChangeKind, KindRow>> = {
  'extra-repayment': {
    title: 'Extra repayment',
    text: 'An amount repaid on top of the payments. Shortens the term or lowers the payments.',
    icon: PlusCircleIcon,
    movesPayments: true,
  },
  'rate-change': {
    title: 'Rate change',
    text: 'The lender changes the interest rate from a date.',
    icon: SyncIcon,
    movesPayments: true,
  },
  'terms-change': {
    title: 'New payments',
    text: 'The lender set new payments. The interest rate follows from them.',
    icon: ListOrderedIcon,
    movesPayments: true,
  },
  'frequency-change': {
    title: 'Frequency or dates',
    text: 'Payments move to other dates or to another frequency.',
    icon: CalendarIcon,
    movesPayments: true,
  },
  holiday: {
    title: 'Payment holiday',
    text: 'Payments are paused, interest accrues and the term is extended.',
    icon: StopwatchIcon,
    movesPayments: true,
  },
  'fee-change': {
    title: 'Administration fee',
    text: 'The fee that is charged with every payment changes.',
    icon: TagIcon,
    movesPayments: false,
  },
  payout: {
    title: 'Payout',
    text: 'The whole debt is repaid and the contract ends.',
    icon: CheckCircleIcon,
    movesPayments: true,
  },
  refinance: {
    title: 'Refinance',
    text: 'A new contract pays this one out. Both are recorded together.',
    icon: BriefcaseIcon,
    movesPayments: true,
  },
};

export const KIND_ORDER = Object.keys(KINDS) as ChangeKind[];

export function isChangeKind(text: string): text is ChangeKind {
  return Object.hasOwn(KINDS, text);
}
