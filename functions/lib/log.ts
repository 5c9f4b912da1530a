/**
 * A log of one JSON line per event, with the level and the timestamp that Lambda's JSON logs have: without both, Lambda
 * records a line as information.
 */
import type { Clock } from './clock.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Log {
  info(message: string, fields?: Fields): void;
  /** For what is odd and hinders nothing. */
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

/** Fields whose values are never logged. */
const SECRET = /token|secret|password|authorization|cookie/i;

/** @param common the fields of every line */
export function createLog(write: (line: string) => void, clock: Clock, common: Fields = {}): Log {
  const line = (level: 'INFO' | 'WARN' | 'ERROR', message: string, fields: Fields = {}): void => {
    const timestamp = new Date(clock.now()).toISOString();
    write(
      JSON.stringify({ timestamp, level, message, ...common, ...fields }, (key, value: unknown) => {
        if (SECRET.test(key)) return '[withheld]';
        return value instanceof Error ? describe(value) : value;
      }),
    );
  };
  return {
    info: (message, fields) => line('INFO', message, fields),
    warn: (message, fields) => line('WARN', message, fields),
    error: (message, fields) => line('ERROR', message, fields),
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
