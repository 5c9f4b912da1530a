import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import {
  isMoneyInputBegun,
  moneyInputProblem,
  parseMoneyInput,
  plainMoneyInput,
} from '../../domain/money-input.ts';
import { formatMoney } from '../../domain/money.ts';
import type { ControlProps } from './field.tsx';
import { FieldError } from './field-error.tsx';

interface MoneyInputProps extends Partial<ControlProps> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly readOnly?: boolean;
  readonly maxLength?: number;
  /** Other text that becomes an amount when the field is left, such as a percentage; undefined for any other. */
  readonly convert?: ((text: string) => string | undefined) | undefined;
  readonly 'aria-label'?: string;
  readonly className?: string;
}

/**
 * Dollars as typed, grouped in thousands when the field loses the focus. Text that isn't an amount stays as typed,
 * counts as nothing, is explained below the field and keeps the form from being submitted.
 */
export function MoneyInput({
  value,
  onChange,
  maxLength = 16,
  convert,
  className = '',
  ...rest
}: MoneyInputProps) {
  const [isTyping, setTyping] = useState(false);
  /** Whether the text as it is was entered to submit the form. */
  const [isEntered, setEntered] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  // The text without commas is a new value without a selection, so the next key would append to it.
  useLayoutEffect(() => {
    if (isTyping) input.current?.select();
  }, [isTyping]);
  const isConverted = convert?.(value) !== undefined;
  const isBegun = isMoneyInputBegun(value) || isConverted;
  const refusal = moneyInputProblem(value, maxLength);
  const problem = isTyping && isBegun && !isEntered ? undefined : refusal;
  // Keeps the form from being submitted without the amount (`focusUnreadable`).
  useEffect(
    () => input.current?.setCustomValidity(isConverted ? '' : (refusal ?? '')),
    [isConverted, refusal],
  );
  const leave = (): void => {
    setTyping(false);
    const converted = convert?.(value);
    if (converted !== undefined) onChange(converted);
  };
  return (
    <>
      <span className={`input-money ${className}`}>
        <input
          {...rest}
          {...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': problemId })}
          ref={input}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          value={isTyping ? value : grouped(value)}
          onFocus={() => setTyping(true)}
          onBlur={leave}
          onKeyDown={({ key }) => setEntered(key === 'Enter')}
          onChange={({ currentTarget }) => onChange(taken(currentTarget.value, value))}
        />
      </span>
      {problem !== undefined && (
        <FieldError id={problemId} role="alert">
          {problem}
        </FieldError>
      )}
    </>
  );
}

/** A pasted amount loses its dollar sign and separators; typed ones stay until the field loses the focus. */
function taken(text: string, before: string): string {
  const isPasted = Math.abs(text.length - before.length) > 1 && parseMoneyInput(text) !== undefined;
  return (isPasted ? plainMoneyInput(text) : text).replace(/^0+(?=\d)/, '');
}

function grouped(value: string): string {
  const amount = parseMoneyInput(value);
  return amount === undefined ? value : formatMoney(amount).replace('$', '');
}
