import { Notice } from '../ui/notice.tsx';
import { type DocumentFailure, namedDocuments, type PostedWhat } from './posted.ts';

interface FailuresProps {
  readonly what: PostedWhat;
  readonly failures: readonly DocumentFailure[];
}

/** A line for each reason, with the documents that it concerns. */
export function FailureLines({ what, failures }: FailuresProps) {
  if (failures.length === 0) return null;
  const reasons = Map.groupBy(failures, ({ message }) => message);
  return (
    <ul className="sync-failures">
      {[...reasons].map(([message, failed]) => (
        <li key={message}>
          {namedDocuments(
            failed.map(({ number }) => number),
            what,
          )}
          : {message}
        </li>
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
