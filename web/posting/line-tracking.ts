/** The tracking options of a document's line in words. */
interface NamedOption {
  readonly category: string;
  readonly option: string;
}

/** `Division: North block, Vehicle: Truck 1`; empty for none. */
export const optionsText = (tracking: readonly NamedOption[] = []): string =>
  tracking.map(({ category, option }) => (category === '' ? option : `${category}: ${option}`)).join(', ');
