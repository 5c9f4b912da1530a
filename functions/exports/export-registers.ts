/** The registers of an entity in an export: with their changes and entries in JSON, and as a workbook. */
import writeXlsxFile, { type Row } from 'write-excel-file/node';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { RegisterView } from '../api/registers.ts';
import { readRegisterStates } from '../books/register-books.ts';
import type { ArchivedFile } from '../lib/zip.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { ServicesFor } from '../services/context.ts';
import { registerView } from '../views/register.ts';
import { filesOfRegister } from '../records/registers/register.ts';
import {
  attachmentsOf,
  count,
  date,
  type ExportedAttachment,
  head,
  inParts,
  json,
  money,
  text,
} from './parts.ts';

/** Bounds the size of one file, which is held in memory. */
const ENTRIES_PER_FILE = 25_000;

export async function* registerFiles(
  { table, xeroWeb }: ServicesFor<'table:read'>,
  entity: OwnedEntity,
  { folder, today }: { readonly folder: string; readonly today: CalendarDate },
): AsyncGenerator<ArchivedFile> {
  if (entity.registerCount === 0) return;
  const states = await readRegisterStates(table, entity, today);
  const parts = inParts(states, ENTRIES_PER_FILE, ({ worked }) => worked.entries.length);
  for (const [index, part] of parts.entries()) {
    const registers: (RegisterView & { readonly attachments: readonly ExportedAttachment[] })[] = [];
    for (const state of part) {
      const attachments = await attachmentsOf(table, filesOfRegister(state.register));
      registers.push({
        ...(await registerView(table, entity, state, { today, asAt: today, xeroWeb })),
        attachments,
      });
    }
    const shown = registers.map(({ revision: _revision, ...register }) => register);
    yield json(`${folder}/registers-${index + 1}.json`, shown);
    const bytes = await registersWorkbook(entity.name, registers);
    yield { name: `${folder}/registers-${index + 1}.xlsx`, bytes };
  }
}

const KINDS = { spread: 'Spread', 'division-7a': 'Division 7A loan' } as const satisfies Record<
  RegisterView['kind'],
  string
>;

async function registersWorkbook(
  entityName: string,
  registers: readonly RegisterView[],
): Promise<Uint8Array> {
  const rows = registers.map((register): Row => [
    text(entityName),
    text(register.name),
    text(KINDS[register.kind]),
    date(register.from),
    date(register.to),
    money(register.total),
    money(register.balance),
    text(register.status),
  ]);
  const entries = registers.flatMap((register) =>
    register.entries.map((entry): Row => [
      text(entityName),
      text(register.name),
      count(entry.number),
      date(entry.date),
      text(entry.text),
      money(entry.amount),
      text(entry.state),
      entry.postedOn === null ? null : date(entry.postedOn),
    ]),
  );
  return writeXlsxFile([
    {
      data: [head(['Entity', 'Register', 'Kind', 'From', 'To', 'Total', 'Balance', 'Status']), ...rows],
      sheet: 'Registers',
    },
    {
      data: [
        head(['Entity', 'Register', 'Number', 'Date', 'Text', 'Amount', 'State', 'Posted on']),
        ...entries,
      ],
      sheet: 'Entries',
    },
  ]).toBuffer();
}
