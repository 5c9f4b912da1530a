import { ratesAgree } from '../../domain/amortisation/rates-agree.ts';
import { Label } from '@primer/react';
import type { ReactNode } from 'react';
import { frequencyLabel } from '../../domain/amortisation/frequency.ts';
import { contractKindLabel } from '../../domain/contract/contract-kinds.ts';
import { HelpLink } from '../help/help-link.tsx';
import { showDate, today } from '../ui/dates.ts';
import { Facts } from '../ui/facts.tsx';
import { formatDollars, formatRate, Money } from '../ui/money.tsx';
import { bankAmountOf } from '../posting/bank-amount.ts';
import type { Schedule } from '../data/answers.ts';
import './schedule-notes.css';
import { balloonOf } from './payment-part.ts';
import { outstandingOn } from './outstanding.ts';
import { payoutOf } from './xero-status.tsx';

/** The rate and the badges of the schedule's state. */
export function ScheduleState({ schedule }: { readonly schedule: Schedule }) {
  const payout = payoutOf(schedule);
  const { archived, xeroConnected, xeroSyncReady, autoSync, xeroSynchronized } = schedule;
  const badges = [
    archived && <Label key="archived">Archived</Label>,
    payout !== null && <Label key="paid-out">{payout}</Label>,
    xeroConnected && xeroSyncReady && (
      <Label key="connected" variant="success">
        Connected to Xero
      </Label>
    ),
    xeroConnected && !xeroSyncReady && (
      <Label key="incomplete" variant="attention">
        Xero setup incomplete
      </Label>
    ),
    autoSync && xeroConnected && !archived && (
      <Label key="auto" variant="accent">
        Auto sync
      </Label>
    ),
    xeroSynchronized && (
      <Label key="synced" variant="success">
        All synced
      </Label>
    ),
  ].filter(Boolean);
  return (
    <span className="badges">
      <span>{formatRate(schedule.interestRate)}</span>
      {badges}
    </span>
  );
}

/** What the contract says of its rate, or that the lender's table implies it. */
function rateDetail({ interestRate, interestRateImplied, contractRate }: Schedule): {
  readonly detail?: string;
} {
  if (interestRateImplied) return { detail: 'implied by the lender’s table' };
  if (contractRate === null) return {};
  return {
    detail: ratesAgree(interestRate, contractRate)
      ? 'agrees with the contract'
      : `the contract says ${formatRate(contractRate)}`,
  };
}

/** What is financed, and by which kind of contract. */
function assetFact({ asset, kind }: Schedule): { label: string; value: string; detail?: string } {
  const label = kind === '' ? '' : contractKindLabel(kind);
  if (asset === '') return { label: 'Kind', value: label };
  return { label: 'Asset', value: asset, ...(label !== '' && { detail: label }) };
}

interface ScheduleFactsProps {
  readonly schedule: Schedule;
  readonly lockDate: string | undefined;
}

export function ScheduleFacts({ schedule, lockDate }: ScheduleFactsProps) {
  const { nextPayment } = schedule;
  const balloon = balloonOf(schedule);
  const money = (dollars: number): ReactNode => <Money dollars={dollars} />;
  return (
    <Facts
      facts={[
        { label: 'Loan amount', value: money(schedule.loanAmount) },
        { label: 'Outstanding today', value: money(outstandingOn(schedule, today())) },
        {
          label: 'Interest rate',
          value: formatRate(schedule.interestRate),
          ...rateDetail(schedule),
        },
        schedule.lender !== '' && {
          label: 'Lender',
          value: schedule.lender,
          ...(schedule.contractNumber !== '' && { detail: schedule.contractNumber }),
        },
        schedule.lender === '' &&
          schedule.contractNumber !== '' && { label: 'Contract number', value: schedule.contractNumber },
        (schedule.asset !== '' || schedule.kind !== '') && assetFact(schedule),
        { label: 'Total interest', value: money(schedule.totalInterest) },
        schedule.administrationFee > 0 && {
          label: 'Administration fee',
          value: money(schedule.administrationFee),
          detail: 'with every payment',
        },
        {
          label: 'Term',
          value: frequencyLabel(schedule.paymentFrequency),
          detail: (
            <>
              <span className="fact-date">{showDate(schedule.startDate)} –</span>{' '}
              <span className="fact-date">{showDate(schedule.endDate)}</span>
            </>
          ),
        },
        (schedule.firstPaymentDate !== null || schedule.paymentsAtMonthEnd) && {
          label: 'First payment',
          value: showDate(firstPaymentOf(schedule)),
          ...(schedule.paymentsAtMonthEnd && { detail: 'on the last day of each month' }),
        },
        balloon && {
          // The whole payment: it may hold the usual amount too.
          label: 'Balloon payment',
          value: money(balloon.payments),
          detail: showDate(balloon.paymentDate),
        },
        nextPayment && {
          label: 'Next payment',
          value: money(bankAmountOf([nextPayment])),
          detail:
            nextPayment.administrationFee > 0
              ? `${showDate(nextPayment.paymentDate)}, incl. ${formatDollars(nextPayment.administrationFee)} fee`
              : showDate(nextPayment.paymentDate),
        },
        lockDate !== undefined && {
          label: 'Lock date',
          value: showDate(lockDate),
          detail: <HelpLink page="lock-dates">About lock dates</HelpLink>,
        },
      ]}
    />
  );
}

const firstPaymentOf = ({ firstPaymentDate, schedulePayments, startDate }: Schedule): string =>
  firstPaymentDate ?? schedulePayments[0]?.paymentDate ?? startDate;

/** The notes of the contract; nothing without them. */
export function ScheduleNotes({ schedule: { notes } }: { readonly schedule: Schedule }) {
  if (notes === '') return null;
  return (
    <section className="card card-body schedule-notes" aria-label="Notes">
      <h2>Notes</h2>
      <p>{notes}</p>
    </section>
  );
}
