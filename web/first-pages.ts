/**
 * The pages that a signed-in user opens first most often. `boot.ts` loads their scripts and starts their reads while the
 * main script loads.
 */
import {
  routeRequest,
  type Input,
  type ReadRoute,
  type RouteRequest,
  type UncheckedInput,
} from '../functions/client/route-client.ts';
import { paths } from './data/paths.ts';

interface FirstPage {
  readonly path: string;
  /** The file of the page, relative to the project. */
  readonly source: string;
  /** The page's first reads, as its components make them. */
  readonly reads: (params: Readonly<Record<string, string>>, query: URLSearchParams) => RouteRequest[];
}

export const firstPages: readonly FirstPage[] = [
  {
    path: paths.home,
    source: 'web/entities/entity-list.tsx',
    reads: (_, query) => [read('GET /v1/entities', { query: { query: query.get('q')?.trim() ?? '' } })],
  },
  {
    path: paths.entity,
    source: 'web/entities/entity-page.tsx',
    reads: ({ entityId = '' }, query) => [
      read('GET /v1/entities/{entityId}', { params: { entityId } }),
      read('GET /v1/entities/{entityId}/schedules', {
        params: { entityId },
        query: query.has('archived') ? { IncludeArchived: 'true' } : {},
      }),
    ],
  },
  {
    path: paths.schedule,
    source: 'web/schedules/schedule-page.tsx',
    reads: ({ entityId = '', scheduleId = '' }) => [
      read('GET /v1/entities/{entityId}', { params: { entityId } }),
      read('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params: { entityId, scheduleId } }),
    ],
  },
  {
    path: paths.reports,
    source: 'web/reports/reports-page.tsx',
    reads: () => [read('GET /v1/entities', {})],
  },
];

/** The reads of the shell around every page. All of these pages are of an organisation. */
const SHELL_READS = [
  read('GET /v1/users', {}),
  read('GET /v1/users/metadata', {}),
  read('GET /v1/tenants/current', {}),
  read('GET /v1/tenants/subscription', {}),
  read('GET /v1/attention', {}),
  read('GET /v1/messages', {}),
];

interface Address {
  readonly pathname: string;
  readonly search: string;
}

const UUID = '[0-9a-f-]{36}';

/** Returns the page at an address and the reads to start; undefined for an address that few open first. */
export function firstPageAt({ pathname, search }: Address) {
  for (const { path, source, reads } of firstPages) {
    const pattern = path.replaceAll(/:(\w+)/g, `(?<$1>${UUID})`);
    const match = new RegExp(`^${pattern}$`).exec(pathname);
    if (match) {
      return { source, reads: [...reads(match.groups ?? {}, new URLSearchParams(search)), ...SHELL_READS] };
    }
  }
  return undefined;
}

function read<Name extends ReadRoute>(name: Name, input: Input<Name>): RouteRequest {
  return routeRequest(name, input as UncheckedInput);
}
