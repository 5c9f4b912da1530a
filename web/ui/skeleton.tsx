import './skeleton.css';

/** The placeholder of a table that is loading. */
export function TableSkeleton({ columns, rows = 6 }: { readonly columns: number; readonly rows?: number }) {
  return (
    <div className="skeleton-table" aria-busy="true" aria-label="Loading" role="status">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton-row">
          {Array.from({ length: columns }, (__, column) => (
            <span key={column} className="skeleton" />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The placeholder of a card with a table or a form that is loading. */
export const CardSkeleton = (props: Parameters<typeof TableSkeleton>[0]) => (
  <div className="card">
    <TableSkeleton {...props} />
  </div>
);

/** The placeholder of figures that are loading. */
export function FactsSkeleton({ count }: { readonly count: number }) {
  return (
    <div className="facts" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="fact fact-coming">
          <Bar width={9} />
          <Bar width={12} />
        </div>
      ))}
    </div>
  );
}

/** One grey bar; width in characters. */
export function Bar({ width }: { readonly width: number }) {
  return <span className="skeleton" style={{ width: `${width}ch` }} />;
}
