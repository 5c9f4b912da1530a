/**
 * The distribution's first changes to a request. The functions run alone at the edge, so they can't refer to other
 * parts of this module.
 */

/** The part of a CloudFront Functions event in use. */
export interface ViewerEvent {
  readonly request: {
    uri: string;
    readonly headers: Record<string, { value: string }>;
  };
  readonly viewer: { readonly ip: string };
}

/** Rewrites page addresses to the application's page. A path with a dot in its last part is a file. */
export function pageRequest(event: ViewerEvent): ViewerEvent['request'] {
  const request = event.request;
  if (!request.uri.slice(request.uri.lastIndexOf('/')).includes('.')) request.uri = '/index.html';
  return request;
}

/** Sets the caller's address for the API and overwrites a forged one. */
export function apiRequest(event: ViewerEvent): ViewerEvent['request'] {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}

/** Returns the source of one of these functions for CloudFront. */
export function edgeCode(viewerRequest: (event: ViewerEvent) => ViewerEvent['request']): string {
  return `function handler(event) {\n  return (${viewerRequest.toString()})(event);\n}\n`;
}
