/** A stub of an AWS client: records what is sent and answers by the command's name. */
type Answer = (input: Readonly<Record<string, unknown>>) => unknown;

export interface StubbedClient {
  /** In the order sent. */
  readonly sent: (readonly [command: string, input: Readonly<Record<string, unknown>>])[];
  // oxlint-disable-next-line typescript/no-explicit-any -- stands in for the clients of many services
  readonly client: any;
}

/** @throws Error for a command without an answer. */
export function stubbedClient(answers: Readonly<Record<string, Answer>>): StubbedClient {
  const sent: StubbedClient['sent'] = [];
  const client = {
    send: async (command: { readonly input: Readonly<Record<string, unknown>> }) => {
      const name = command.constructor.name.replace(/Command$/, '');
      sent.push([name, command.input]);
      const answer = answers[name];
      if (!answer) throw new Error(`The stub has no answer to ${name}.`);
      return answer(command.input);
    },
  };
  return { sent, client };
}

/** Returns an answer that gives these results one after the other, and the last one again and again. */
export function inTurn(...results: readonly unknown[]): Answer {
  let next = 0;
  return () => {
    const result = results[Math.min(next++, results.length - 1)];
    if (result instanceof Error) throw result;
    return result;
  };
}

/** Returns an error as the service names it. */
export const serviceError = (name: string, message = name): Error =>
  Object.assign(new Error(message), { name });
