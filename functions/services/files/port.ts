/** Files that are made for people and fetched by an address of their own. */
export interface StoredFile {
  /** By which it is saved. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Both throw `VendorFailure` when files can't be kept or had right now. */
export interface Files {
  /** Keeps a file; one kept before under the same key is replaced. */
  put(key: string, file: StoredFile): Promise<void>;
  /** An address that downloads the file, for some minutes. */
  address(key: string): Promise<string>;
}
