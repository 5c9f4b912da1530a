import { type ReactNode, useState } from 'react';

interface HeldProps<Value> {
  readonly value: Value;
  readonly children: (value: Value) => ReactNode;
}

/** Shows a value as it is until the first change or submission inside, and as it was then from there on. */
export function Held<Value>({ value, children }: HeldProps<Value>) {
  const [held, hold] = useState<{ readonly value: Value }>();
  const begin = (): void => {
    if (held === undefined) hold({ value });
  };
  return (
    <div className="held" onChangeCapture={begin} onSubmitCapture={begin}>
      {children(held === undefined ? value : held.value)}
    </div>
  );
}
