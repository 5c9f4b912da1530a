import { Link } from 'wouter';
import { paths } from '../data/paths.ts';
import { showDay } from '../ui/instants.ts';
import { Notice } from '../ui/notice.tsx';

interface FactorWarningProps {
  /** The organisation's. */
  readonly name: string;
  /** An instant, ISO 8601. */
  readonly from: string;
}

export function FactorWarning({ name, from }: FactorWarningProps) {
  return (
    <div className="shell-notice">
      <Notice tone="warning" action={<Link href={paths.security}>Add a second factor</Link>}>
        From {showDay(from)}, {name} requires a second factor.
      </Notice>
    </div>
  );
}
