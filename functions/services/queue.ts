/** A FIFO queue: the messages of a group are processed one at a time, in the order they were sent. */

export interface QueueMessage {
  /** Messages of a group, such as a Xero organisation, run one at a time. Up to 128 letters, digits and hyphens. */
  readonly group: string;
  /** Messages with the same id within five minutes are deduplicated. Up to 128 letters, digits and hyphens. */
  readonly id: string;
  /** JSON. */
  readonly body: unknown;
}

/** Every function throws `VendorFailure` when the queue does not accept a message. */
export interface Queue {
  /** Sends any number of messages. After a failure, some of them may have been sent. */
  send(messages: readonly QueueMessage[]): Promise<void>;
  /** Sends a message to the dead-letter queue, which raises an alarm. An operator can send it again. */
  sendToDeadLetters(message: QueueMessage): Promise<void>;
}
