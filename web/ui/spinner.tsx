import { Spinner } from '@primer/react';
import { usePageTitle } from './page.tsx';

/** Fills the page while something must finish first. */
export function LoadingOverlay({ text }: { readonly text: string }) {
  usePageTitle('');
  return (
    <div className="loading-overlay" role="status">
      <Spinner size="large" srText={null} />
      <p>{text}</p>
    </div>
  );
}
