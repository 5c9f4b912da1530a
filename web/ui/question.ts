import type { ReactNode } from 'react';

export interface Question {
  readonly title: string;
  readonly body: ReactNode;
  /** Label of the button that confirms. */
  readonly action: string;
  readonly cancel?: string;
  readonly danger?: boolean;
}
