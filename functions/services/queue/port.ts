/** Work for later: messages of a group are worked off one at a time, in the order they were sent. */

export interface QueueMessage {
  /** What must not be worked on twice at a time: a Xero organisation. Up to 128 letters, digits and hyphens. */
  readonly group: string;
  /** Two of the same id within five minutes are one. Up to 128 letters, digits and hyphens. */
  readonly id: string;
  /** JSON. */
  readonly body: unknown;
}

/** Every function throws `VendorFailure` when the queue doesn't take what it is given. */
export interface Queue {
  /** Sends messages, however many. After a failure some of them may have been sent. */
  send(messages: readonly QueueMessage[]): Promise<void>;
  /** Puts a message that nothing came of where people look, and from where they can send it again. */
  setAside(message: QueueMessage): Promise<void>;
}
