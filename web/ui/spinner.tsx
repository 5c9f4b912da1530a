import { Spinner } from '@primer/react';

/** Fills the page while something must finish first. */
export function LoadingOverlay({ text }: { readonly text: string }) {
  return (
    <div className="loading-overlay" role="status">
      <Spinner size="large" srText={null} />
      <p>{text}</p>
    </div>
  );
}
