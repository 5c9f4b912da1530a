/** Downloads of the service's files. */
import { type Input, type RouteName, routeRequest, type UncheckedInput } from '../functions/route-client.ts';
import type { Routes } from '../functions/routes.ts';
import { send } from './api.ts';

type FileRoute = { [Name in RouteName]: Routes[Name] extends { kind: 'file' } ? Name : never }[RouteName];

/** Fetches a file in a media type, with the file name that the service suggests. */
export async function download<Name extends FileRoute>(
  name: Name,
  input: Input<Name>,
  mediaType: string,
): Promise<{ readonly name: string; readonly blob: Blob }> {
  const response = await send(routeRequest(name, { ...(input as UncheckedInput), accept: mediaType }));
  const disposition = response.headers.get('content-disposition') ?? '';
  return { name: fileNameOf(disposition), blob: await response.blob() };
}

/** Saves a file on the user's device. */
export function saveFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** RFC 6266: the encoded name if there is one, else the plain one. */
function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'schedule.xlsx';
}
