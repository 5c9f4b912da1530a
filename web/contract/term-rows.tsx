import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ArrowDownIcon, ArrowUpIcon, GrabberIcon, PlusIcon, TrashIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { MAX_TERM_ROWS } from '../../domain/amortisation/terms.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { emptyRow, type DraftRow } from './draft.ts';
import { rowProblem } from './draft-problems.ts';
import { FieldError } from '../ui/field-error.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuItem } from '../ui/menu-item.ts';

interface TermRowsProps {
  readonly rows: readonly DraftRow[];
  readonly onChange: (rows: readonly DraftRow[]) => void;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  /** The rows with one that pays the interest alone; null while that isn't known. Omitted: not offered. */
  readonly interestOnly?: ((index: number) => readonly DraftRow[] | null) | undefined;
}

/** The rows of the payment plan, ordered by dragging, buttons or the keyboard. */
export function TermRows({ rows, onChange, error, isReadOnly, interestOnly }: TermRowsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const [added, setAdded] = useState<DraftRow['key']>();
  const add = (): void => {
    const row = emptyRow();
    setAdded(row.key);
    onChange([...rows, row]);
  };
  const move = (from: number, to: number): void => onChange(arrayMove([...rows], from, to));
  const indexOf = (key: unknown): number => rows.findIndex((row) => row.key === key);
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over && active.id !== over.id) move(indexOf(active.id), indexOf(over.id));
  };
  return (
    <fieldset className="field-group terms" aria-describedby={error ? 'terms-error' : undefined}>
      <legend className="field-label">Payment terms</legend>
      <div className="terms-head" data-read-only={isReadOnly || undefined} aria-hidden="true">
        <span>Number of payments</span>
        <span>Payment amount</span>
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
        onDragEnd={drop}
        accessibility={{ screenReaderInstructions, announcements: announcements(indexOf) }}
      >
        <SortableContext items={rows.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          <ol className="terms-rows">
            {rows.map((row, index) => (
              <TermRow
                key={row.key}
                row={row}
                number={index + 1}
                count={rows.length}
                isReadOnly={isReadOnly}
                isInvalid={error !== undefined}
                problem={rowProblem(row)}
                menu={
                  interestOnly && [
                    {
                      label: 'Interest only',
                      disabled: interestOnly(index) === null,
                      run: () => onChange(interestOnly(index) ?? rows),
                    },
                  ]
                }
                isNew={row.key === added}
                onChange={(changed) => onChange(rows.with(index, changed))}
                onMove={(by) => move(index, index + by)}
                onRemove={() => onChange(rows.toSpliced(index, 1))}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {error && <FieldError id="terms-error">{error}</FieldError>}
      {!isReadOnly && rows.length < MAX_TERM_ROWS && (
        <div>
          <Button size="small" leadingVisual={PlusIcon} onClick={add}>
            Add row
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const screenReaderInstructions = {
  draggable:
    'Press space to pick the row up, the arrow keys to move it, space again to put it down, and escape to leave it where it was.',
};

/** Announcements of a screen reader while a row moves. */
function announcements(indexOf: (key: unknown) => number): Announcements {
  const row = (key: unknown): string => `Row ${indexOf(key) + 1}`;
  return {
    onDragStart: ({ active }) => `${row(active.id)} is picked up.`,
    onDragOver: ({ active, over }) =>
      over ? `${row(active.id)} is over place ${indexOf(over.id) + 1}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${row(active.id)} was put down in place ${indexOf(over.id) + 1}.` : undefined,
    onDragCancel: ({ active }) => `${row(active.id)} stays where it was.`,
  };
}

interface TermRowProps {
  readonly row: DraftRow;
  readonly number: number;
  readonly count: number;
  readonly isReadOnly: boolean;
  readonly isInvalid: boolean;
  readonly problem: string | undefined;
  readonly menu: readonly MenuItem[] | undefined;
  /** The user has just added the row, so it takes the focus. */
  readonly isNew: boolean;
  readonly onChange: (row: DraftRow) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

function TermRow({ row, number, count, isReadOnly, isInvalid, problem, menu, isNew, ...does }: TermRowProps) {
  const { onChange, onMove, onRemove } = does;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: row.key, disabled: isReadOnly || count === 1 });
  return (
    <li
      ref={setNodeRef}
      className="terms-row"
      data-read-only={isReadOnly || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <IconButton
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        className="terms-grip"
        icon={GrabberIcon}
        label={`Drag row ${number}`}
        size="small"
        hint="none"
        disabled={isReadOnly || count === 1}
      />
      <span className="terms-number">{number}</span>
      <input
        className="input input-number"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Number of payments, row ${number}`}
        aria-invalid={isInvalid || problem !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : `terms-problem-${number}`}
        readOnly={isReadOnly}
        autoFocus={isNew}
        value={row.qty}
        onChange={({ currentTarget }) => onChange({ ...row, qty: currentTarget.value })}
      />
      <span className="terms-times" aria-hidden="true">
        ×
      </span>
      <MoneyInput
        aria-label={`Payment amount, row ${number}`}
        aria-invalid={isInvalid || undefined}
        readOnly={isReadOnly}
        value={row.amount}
        onChange={(amount) => onChange({ ...row, amount })}
      />
      {!isReadOnly && (
        <span className="terms-buttons">
          <IconButton
            icon={ArrowUpIcon}
            label={`Move row ${number} up`}
            size="small"
            hint="none"
            disabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDownIcon}
            label={`Move row ${number} down`}
            size="small"
            hint="none"
            disabled={number === count}
            onClick={() => onMove(1)}
          />
          <IconButton
            icon={TrashIcon}
            label={`Remove row ${number}`}
            size="small"
            hint="none"
            disabled={count === 1}
            onClick={onRemove}
          />
          {menu && <MenuButton label={`More for row ${number}`} items={menu} size="small" />}
        </span>
      )}
      {parseMoneyInput(row.amount) === 0 && <span className="field-hint terms-note">No payment</span>}
      {problem !== undefined && (
        <FieldError id={`terms-problem-${number}`} role="alert">
          {problem}
        </FieldError>
      )}
    </li>
  );
}
