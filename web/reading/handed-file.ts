/** A file that one page hands to the page that reads it, in memory. */
let handed: File | null = null;

export function handOver(file: File): void {
  handed = file;
}

/** Returns the file once. */
export function takeHandedFile(): File | null {
  const file = handed;
  handed = null;
  return file;
}
