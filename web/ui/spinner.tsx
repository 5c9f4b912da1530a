import { Spinner } from '@primer/react';
import { usePageTitle } from './page.tsx';

/** Covers the page until an operation ends. */
export function LoadingOverlay({ text }: { readonly text: string }) {
  usePageTitle('');
  return (
    <div className="loading-overlay" role="status">
      <Spinner size="large" srText={null} />
      <p>{text}</p>
    </div>
  );
}
