import { randomUUID } from 'node:crypto';

import type { SheetIndex } from '#store/sheet-index.ts';
import type { WaitlistRow } from '#store/records/public.ts';
import type { Addition, WaitlistBackend } from '../backend.ts';
import { waitlistColumns } from '../columns.ts';
import { parseEmailAddress } from '#domain/email-address.ts';
import { rowRange } from '../row-range.ts';
import type { createOneWriter, Turn } from './one-writer.ts';
import type { SheetsApi } from './sheets-api.ts';
import type { SheetsRefusal } from './sheets-refusal.ts';

interface GoogleBackendDeps {
  readonly index: SheetIndex;
  readonly sheets: SheetsApi;
  readonly writer: ReturnType<typeof createOneWriter>;
  /** Time limit on all calls of one turn; shorter than the writer's lease. */
  readonly turnMsMax?: number;
}

/**
 * The waitlist in a Google Sheet. A crash or a lost response does not append twice: each write is recorded before it is
 * sent, and while one is unresolved the next writer reads the sheet before writing.
 */
export function createGoogleBackend(deps: GoogleBackendDeps): WaitlistBackend {
  const { index, sheets, writer, turnMsMax = 20_000 } = deps;

  async function add(sheet: string, row: WaitlistRow): Promise<Addition> {
    const known = await index.rangeOf(sheet, row.identity);
    if (known !== undefined) return { status: 'present', updatedRange: known };
    const addition = await writer.inTurn(sheet, () => addAlone(sheet, row, AbortSignal.timeout(turnMsMax)));
    return addition ?? { status: 'unavailable', reason: 'Timed out waiting for the sheet lease.' };
  }

  async function addAlone(sheet: string, row: WaitlistRow, signal: AbortSignal): Promise<Turn<Addition>> {
    const refusal = (await index.isComplete(sheet)) ? undefined : await readSheet(sheet, signal);
    if (refusal) return refused(refusal);
    const known = await index.rangeOf(sheet, row.identity);
    if (known !== undefined) return { result: { status: 'present', updatedRange: known }, lease: 'release' };
    const write = randomUUID();
    await index.beginWrite(sheet, write);
    const cells = waitlistColumns.map((column) => row[column]);
    const answer = await sheets.appendRow(sheet, cells, signal);
    if (answer.status === 'appended') {
      await index.confirmWrite(sheet, write, row.identity, answer.updatedRange);
      return { result: { status: 'added', updatedRange: answer.updatedRange }, lease: 'release' };
    }
    const isSettled = answer.status !== 'uncertain' && answer.status !== 'unanswered';
    if (isSettled) await index.withdrawWrite(sheet, write);
    return refused(answer);
  }

  /** Indexes the addresses in the sheet, including rows added by hand; writes the header to an empty sheet. */
  async function readSheet(sheet: string, signal: AbortSignal): Promise<SheetsRefusal | undefined> {
    const settled = await index.uncertainWrites(sheet);
    const column = await sheets.readFirstColumn(sheet, signal);
    // Unlike an append, a read without a response has written nothing.
    if (column.status === 'unanswered') return { ...column, status: 'rejected' };
    if (column.status !== 'read') return column;
    if (column.cells.length === 0) {
      const header = await sheets.appendRow(sheet, waitlistColumns, signal);
      if (header.status !== 'appended') return header;
    }
    const ranges = column.cells.flatMap((cell, position) => {
      const identity = parseEmailAddress(cell)?.identity;
      return identity === undefined ? [] : [[identity, rowRange(sheet, position + 1)] as const];
    });
    // The first row of duplicate addresses wins, so it is inserted last.
    await index.replace(sheet, new Map(ranges.toReversed()), settled);
    return undefined;
  }

  return { add };
}

/** A call without a response may still write, so the lease is kept until it expires. */
function refused(refusal: SheetsRefusal): Turn<Addition> {
  const lease = refusal.status === 'unanswered' ? 'keep' : 'release';
  if (refusal.status === 'closed' || refusal.status === 'missing') {
    return { result: { status: refusal.status }, lease };
  }
  return { result: { status: 'unavailable', reason: refusal.reason }, lease };
}
