/**
 * Attachments and reports, under keys that begin with `attachments/` or `reports/`; reports expire after eight days.
 * Browsers send and fetch the bytes themselves, with signed forms and addresses.
 */

/** The form with which a browser sends a file: these fields, then the file as `file`. */
export interface Upload {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface UploadedFile {
  readonly size: number;
  /** Its first 16 bytes, or fewer. */
  readonly head: Uint8Array;
  /** Identifies these bytes; another upload under the same key has another version. */
  readonly version: string;
}

export interface Files {
  /** Stores a file; an earlier one under the same key is replaced. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Lets a browser send one file of exactly this size and type, within ten minutes. */
  signUpload(key: string, file: { readonly size: number; readonly contentType: string }): Promise<Upload>;
  /** Returns the uploaded content, or null. An upload can't be fetched until it is kept. */
  inspectUpload(key: string): Promise<UploadedFile | null>;
  /**
   * Puts the inspected upload in its place, where no upload reaches it any more.
   * @throws VendorFailure when another upload has replaced it since.
   */
  keepUpload(key: string, inspected: Pick<UploadedFile, 'version'>): Promise<void>;
  /** An address that downloads a kept file under this name, for one minute; it never shows it in the browser. */
  signDownload(key: string, name: string): Promise<string>;
  /** Removes files, kept or only sent; those that aren't there are ignored. */
  remove(keys: readonly string[]): Promise<void>;
}

export const UPLOAD_SECONDS = 600;
export const DOWNLOAD_SECONDS = 60;
/** The number of first bytes that identify a file's type. */
export const HEAD_BYTES = 16;

/** RFC 6266: a plain name for old clients, the real one percent-encoded. */
export function attachmentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
