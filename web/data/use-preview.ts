import { useEffect, useState } from 'react';
import useSWR from 'swr';

export interface Previewed<Preview> {
  /** The last preview; it may still be of an earlier input. */
  readonly preview: Preview | undefined;
  /** Whether `preview` is of the current input and read to its end. */
  readonly isCurrent: boolean;
  /** Why the current input has no preview; undefined while it is read. */
  readonly error: Error | undefined;
  /** Reads the preview of the current input again. */
  readonly reload: () => void;
}

/** The pause in typing after which the preview of a form is read. Milliseconds. */
export const TYPING_PAUSE_MS = 350;

/**
 * Follows an input with the service's preview of it. What an earlier page read is never shown. A read that fails is
 * repeated as those of `useApi` are.
 * @param input null while it is incomplete; the preview depends on nothing else
 * @param delayMs the pause in typing after which a preview is read; the first input is read at once
 */
export function usePreview<Input, Preview>(
  input: Input | null,
  read: (input: Input) => Promise<Preview>,
  delayMs = 0,
): Previewed<Preview> {
  const [reader] = useState(() => crypto.randomUUID());
  const wanted = input === null ? null : JSON.stringify(input);
  const delayed = useDelayed(wanted, delayMs);
  const asked = delayMs === 0 ? wanted : delayed;
  const { data, error, isValidating, mutate } = useSWR<Preview, Error>(
    asked === null ? null : [reader, asked],
    () => read(JSON.parse(asked ?? '') as Input),
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  const isAnswered = wanted !== null && asked === wanted && !isValidating;
  return {
    preview: wanted === null ? undefined : data,
    isCurrent: isAnswered && error === undefined && data !== undefined,
    error: isAnswered ? error : undefined,
    reload: () => void mutate().catch(() => undefined),
  };
}

/** Returns the value once it has not changed for a while; the first one at once. */
function useDelayed(value: string | null, delayMs: number): string | null {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayed;
}
