/** The tags of deployed commits: `deployed/prod/2026-11-20T03-00-00-000Z`. */
import type { Stage } from '../../infra/stages.ts';

/** @param release the time of the deployment, ISO 8601. */
export const deployedTag = ({ name }: Stage, release: string): string =>
  `deployed/${name}/${release.replaceAll(/[:.]/g, '-')}`;

/**
 * Returns the tag of the newest deployment of a stage; null: it can't be found. Their names end with the time.
 * @param outputOf returns the output of a command, and throws when it fails.
 */
export function newestDeployed({ name }: Stage, outputOf: (...command: string[]) => string): string | null {
  try {
    outputOf('git', 'fetch', '--quiet', '--tags', 'origin');
    const [newest] = outputOf('git', 'tag', '--list', '--sort=-refname', `deployed/${name}/*`).split('\n');
    return newest || null;
  } catch {
    return null;
  }
}
