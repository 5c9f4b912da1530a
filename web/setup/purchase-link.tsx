import type { ScheduleParams } from '../data/answers.ts';
import { paths, pathTo } from '../data/paths.ts';
import { SideTripLink } from '../ui/side-trip-link.tsx';

interface PurchaseLinkProps {
  readonly params: ScheduleParams;
  /** The loans of the set-up to return to; omitted: the opening journal. */
  readonly setUp?: readonly string[];
  /** The loan's name, where several are shown. */
  readonly name?: string;
}

/** Leads to the purchase of a loan, typed from the dealer's invoice. */
export function PurchaseLink({ params, setUp, name }: PurchaseLinkProps) {
  const back = setUp ? `?set_up=${setUp.join(',')}` : '';
  return (
    <SideTripLink href={`${pathTo(paths.purchase, params)}${back}`}>
      {name === undefined ? 'From the invoice' : `From the invoice: ${name}`}
    </SideTripLink>
  );
}
