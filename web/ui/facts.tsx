import type { ReactNode } from 'react';

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  readonly detail?: ReactNode;
}

/** Figures side by side; falsy ones are left out. */
export function Facts({ facts }: { readonly facts: readonly (Fact | false | null | undefined)[] }) {
  return (
    <dl className="facts">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.label} className="fact">
              <dt>{fact.label}</dt>
              <dd>
                {fact.value}
                {fact.detail && <span className="fact-detail">{fact.detail}</span>}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
