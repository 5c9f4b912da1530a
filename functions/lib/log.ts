/** A log of one JSON line per event. */
type Fields = Readonly<Record<string, unknown>>;

export interface Log {
  info(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

/** Fields whose values are never logged. */
const SECRET = /token|secret|password|authorization|cookie/i;

export function createLog(write: (line: string) => void): Log {
  const line = (level: string, message: string, fields: Fields = {}): void =>
    write(
      JSON.stringify({ level, message, ...fields }, (key, value: unknown) => {
        if (SECRET.test(key)) return '[withheld]';
        return value instanceof Error ? describe(value) : value;
      }),
    );
  return {
    info: (message, fields) => line('info', message, fields),
    error: (message, fields) => line('error', message, fields),
  };
}

function describe(error: Error): Fields {
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  };
}
