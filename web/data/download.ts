/** Downloads of the service's files. */
import {
  type Accepted,
  type Input,
  routeRequest,
  type RoutesWith,
  type UncheckedInput,
} from '../../functions/client/route-client.ts';
import { send } from './api.ts';

/** Routes whose work can continue after the response. */
type RouteThatAccepts = RoutesWith<{ accepted: unknown }>;

/** A file, with the name that the service suggests. */
interface DownloadedFile {
  readonly name: string;
  readonly blob: Blob;
}

/** Fetches a file in a media type. */
export async function download<Name extends Exclude<RoutesWith<{ kind: 'file' }>, RouteThatAccepts>>(
  name: Name,
  input: Input<Name>,
  mediaType: string,
): Promise<DownloadedFile> {
  return fileIn(await send(routeRequest(name, { ...(input as UncheckedInput), accept: mediaType })));
}

/** Fetches a response as a file; the body of a 202 if the file is not ready. */
export async function downloadWhenReady<Name extends RoutesWith<{ kind: 'negotiated' }> | RouteThatAccepts>(
  name: Name,
  input: Input<Name>,
  mediaType: string,
): Promise<DownloadedFile | Accepted<Name>> {
  const response = await send(routeRequest(name, { ...(input as UncheckedInput), accept: mediaType }));
  return response.status === 202 ? ((await response.json()) as Accepted<Name>) : fileIn(response);
}

async function fileIn(response: Response): Promise<DownloadedFile> {
  const disposition = response.headers.get('content-disposition') ?? '';
  return { name: fileNameOf(disposition), blob: await response.blob() };
}

/** RFC 6266: the encoded name if there is one, else the plain one. */
function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'schedule.xlsx';
}
