import { AlertIcon, CheckCircleIcon, CheckIcon, XCircleIcon } from '@primer/octicons-react';
import type { SchedulePayment } from '../data/answers.ts';
import { documentTexts } from './document-texts.ts';
import './xero-mark.css';

interface XeroMarkProps {
  readonly state: Pick<SchedulePayment, 'xeroStatus' | 'xeroDifferences' | 'xeroAcceptance'>;
}

/** The state of a posted document: in Xero, matched with the bank, changed or deleted there. */
export function XeroMark({ state: { xeroStatus, xeroDifferences, xeroAcceptance } }: XeroMarkProps) {
  if (xeroStatus === 'missing' || xeroStatus === 'changed') {
    const Picture = xeroStatus === 'missing' ? XCircleIcon : AlertIcon;
    const accepted = xeroAcceptance && documentTexts.accepted(xeroAcceptance.note, xeroAcceptance.by);
    const details = [...xeroDifferences, ...(accepted === null ? [] : [accepted])].join(' ');
    const tone = accepted === null ? xeroStatus : 'accepted';
    return (
      <span className={`xero-mark xero-mark-${tone}`} title={details || documentTexts[xeroStatus]}>
        <Picture size={12} aria-hidden="true" />
        <span className="xero-mark-text">{documentTexts[xeroStatus]}</span>
      </span>
    );
  }
  const isMatched = xeroStatus === 'reconciled';
  const Picture = isMatched ? CheckCircleIcon : CheckIcon;
  return (
    <span
      className="xero-mark xero-mark-posted"
      title={isMatched ? 'In Xero, matched with the bank' : 'In Xero'}
    >
      <Picture size={12} aria-hidden="true" />
      {isMatched ? 'Reconciled' : 'Posted'}
    </span>
  );
}
