/** Returns a record with the fields that a parsed patch names. A parser leaves absent fields out. */
export const merged = <Whole extends object>(
  record: Whole,
  patch: { readonly [Field in keyof Whole]?: Whole[Field] | undefined },
): Whole => ({ ...record, ...patch });
