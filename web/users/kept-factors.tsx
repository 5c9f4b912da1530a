import type { Answer } from '../data/api.ts';
import { showDay } from '../ui/instants.ts';
import { FACTOR_KINDS } from './factor-kinds.ts';
import { linkTexts } from './link-texts.ts';
import './kept-factors.css';

interface KeptFactorsProps {
  readonly factors: readonly Answer<'GET /v1/users/email/restore'>['factors'][number][];
  readonly kept: ReadonlySet<string>;
  readonly onChange: (kept: ReadonlySet<string>) => void;
}

/** The factors of an account that its owner takes back, each with its date: those without a tick are removed. */
export function KeptFactors({ factors, kept, onChange }: KeptFactorsProps) {
  const choose = (id: string, isKept: boolean): void => {
    onChange(new Set(isKept ? [...kept, id] : [...kept].filter((other) => other !== id)));
  };
  return (
    <fieldset className="kept-factors">
      <legend>{linkTexts.keptFactors}</legend>
      <p className="auth-lead">{linkTexts.keptFactorsLead}</p>
      {factors.map(({ id, kind, name, createdAt }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={kept.has(id)}
            onChange={({ target }) => choose(id, target.checked)}
          />
          <span>
            {name}
            <span className="kept-factor-facts">
              {FACTOR_KINDS[kind]}, added on {showDay(createdAt)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
