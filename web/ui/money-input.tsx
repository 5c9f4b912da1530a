import { useLayoutEffect, useRef, useState } from 'react';
import { cleanMoneyInput, formatMoney, parseMoneyInput } from '../../domain/money.ts';
import type { ControlProps } from './field.tsx';

interface MoneyInputProps extends Partial<ControlProps> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly maxLength?: number;
  readonly 'aria-label'?: string;
  readonly className?: string;
}

/** Dollars as typed: digits and one dot with two decimals. Grouped in thousands when the field loses the focus. */
export function MoneyInput({ value, onChange, maxLength = 16, className = '', ...rest }: MoneyInputProps) {
  const [isTyping, setTyping] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The text without commas is a new value without a selection, so the next key would append to it.
  useLayoutEffect(() => {
    if (isTyping) input.current?.select();
  }, [isTyping]);
  return (
    <span className={`input-money ${className}`}>
      <input
        {...rest}
        ref={input}
        className="input"
        inputMode="decimal"
        autoComplete="off"
        value={isTyping ? value : grouped(value)}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onChange={({ currentTarget }) => onChange(cleanMoneyInput(currentTarget.value, maxLength))}
      />
    </span>
  );
}

function grouped(value: string): string {
  const amount = parseMoneyInput(value);
  return amount === undefined ? value : formatMoney(amount).replace('$', '');
}
