import { Redirect, useSearchParams } from 'wouter';
import { useApi } from '../data/api.ts';
import { paths, pathTo } from '../data/paths.ts';
import { LoadingOverlay } from '../ui/spinner.tsx';

/**
 * The address that Xero's app launcher opens. Shows the entity that is linked to the organisation with that short code,
 * or the only linked one, else all entities. Without a session the user logs in first.
 */
export function XeroLaunch() {
  const [parameters] = useSearchParams();
  const { data: entities, error } = useApi('GET /v1/entities', {});
  if (error) return <Redirect to={paths.home} replace />;
  if (!entities) return <LoadingOverlay text="Please wait..." />;
  const shortCode = parameters.get('shortCode');
  const linked = entities.filter(
    ({ hasXeroLink, xeroEntityShortCode }) =>
      hasXeroLink && (shortCode === null || xeroEntityShortCode === shortCode),
  );
  const [only, ...others] = linked;
  const to = only && others.length === 0 ? pathTo(paths.entity, { entityId: only.id }) : paths.home;
  return <Redirect to={to} replace />;
}
