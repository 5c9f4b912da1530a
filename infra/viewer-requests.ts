/**
 * The distribution's first changes to a request. The functions run at the edge by themselves: they
 * see what they are given and nothing of this module.
 */

/** As much of a CloudFront Functions event as is used here. */
export interface ViewerEvent {
  readonly request: {
    uri: string;
    readonly headers: Record<string, { value: string }>;
  };
  readonly viewer: { readonly ip: string };
}

/** Every page is the application's one page; only a path with a dot in its last part is a file. */
export function pageRequest(event: ViewerEvent): ViewerEvent['request'] {
  const request = event.request;
  if (!request.uri.slice(request.uri.lastIndexOf('/')).includes('.')) request.uri = '/index.html';
  return request;
}

/** Tells the API who is calling, whatever the caller says of itself. */
export function apiRequest(event: ViewerEvent): ViewerEvent['request'] {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}

/** The source of one of these functions, as CloudFront takes it. */
export function edgeCode(viewerRequest: (event: ViewerEvent) => ViewerEvent['request']): string {
  return `function handler(event) {\n  return (${viewerRequest.toString()})(event);\n}\n`;
}
