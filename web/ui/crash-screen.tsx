import { Component, type ReactNode } from 'react';
import { paths } from '../data/paths.ts';
import { SOMETHING_WENT_WRONG, Unreachable, UNREACHABLE } from '../data/problem.ts';

/** The screen that replaces a page that fails to render or to load. */
export class CrashScreen extends Component<
  { readonly children: ReactNode },
  { readonly text: string | null }
> {
  override state = { text: null };

  static getDerivedStateFromError(error: unknown) {
    return { text: error instanceof Unreachable ? UNREACHABLE : SOMETHING_WENT_WRONG };
  }

  override render() {
    if (this.state.text === null) return this.props.children;
    return (
      <div className="page" role="alert">
        <h1 className="page-title">{this.state.text}</h1>
        <p>
          <button type="button" className="link-button" onClick={() => location.reload()}>
            Load the page again
          </button>{' '}
          or <a href={paths.home}>go to all entities</a>.
        </p>
      </div>
    );
  }
}
