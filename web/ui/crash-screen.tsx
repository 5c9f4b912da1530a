import { Component, type ReactNode } from 'react';
import { SOMETHING_WENT_WRONG } from '../problem.ts';

/** What is shown when a page breaks, instead of nothing. */
export class CrashScreen extends Component<
  { readonly children: ReactNode },
  { readonly hasCrashed: boolean }
> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <main className="page" role="alert">
        <h1 className="page-title">{SOMETHING_WENT_WRONG}</h1>
        <p>
          <button type="button" className="link-button" onClick={() => location.reload()}>
            Load the page again
          </button>{' '}
          or <a href="/">go to all entities</a>.
        </p>
      </main>
    );
  }
}
