import { Notice } from '../ui/notice.tsx';
import { type DocumentFailure, failureLines, type PostedWhat } from './posted.ts';

interface FailuresProps {
  readonly what: PostedWhat;
  readonly failures: readonly DocumentFailure[];
}

/** A line for each reason, with the documents that it concerns. */
export function FailureLines({ what, failures }: FailuresProps) {
  if (failures.length === 0) return null;
  return (
    <ul className="sync-failures">
      {failureLines(failures, what).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The documents that were not posted, by reason. */
export function Failures({ what, failures }: FailuresProps) {
  if (failures.length === 0) return null;
  return (
    <Notice tone="error">
      <FailureLines what={what} failures={failures} />
    </Notice>
  );
}
