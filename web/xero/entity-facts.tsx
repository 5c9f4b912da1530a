import type { Entity } from '../data/answers.ts';
import { Facts } from '../ui/facts.tsx';
import { Money } from '../ui/money.tsx';

/** The totals of an entity. */
export function EntityFacts({ entity }: { readonly entity: Entity }) {
  return (
    <Facts
      facts={[
        { label: 'Total borrowing', value: <Money dollars={entity.totalBorrowing} /> },
        { label: 'Total outstanding', value: <Money dollars={entity.totalOutstanding} /> },
        { label: 'Monthly payments', value: <Money dollars={entity.currentMonthPaymentTotal} /> },
        { label: 'Schedules', value: entity.schedulesCount },
      ]}
    />
  );
}
