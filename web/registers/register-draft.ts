/** The fields that the forms of all kinds have, as typed. */
export interface RegisterDraft {
  readonly name: string;
  /** Ids by role; empty while none is chosen. */
  readonly accounts: Readonly<Record<string, string>>;
  readonly postFrom: string;
  readonly autoPost: boolean;
}
