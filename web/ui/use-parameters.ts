import { useSearchParams } from 'wouter';

/** New values of parameters; null removes one, and those not named stay. */
type Changes = Readonly<Record<string, string | null>>;

/** The parameters in the page's address, and a function that changes some; `replace` keeps the entry of the history. */
export function useParameters(options?: {
  readonly replace: boolean;
}): readonly [URLSearchParams, (changes: Changes) => void] {
  const [parameters, setParameters] = useSearchParams();
  const change = (changes: Changes): void =>
    setParameters((before) => {
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) before.delete(name);
        else before.set(name, value);
      }
      return before;
    }, options);
  return [parameters, change];
}
