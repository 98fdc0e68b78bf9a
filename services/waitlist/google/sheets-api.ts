import { z } from 'zod';

import { quotedTitle } from '../row-range.ts';
import type { AccessTokens } from './access-token.ts';
import { lostCall, sheetsRefusal, type SheetsRefusal } from './sheets-refusal.ts';

interface SheetsApiDeps {
  readonly spreadsheetId: string;
  readonly accessTokens: AccessTokens;
  /** Base URL of the API, without a trailing slash. */
  readonly baseUrl?: string;
}

const ColumnAnswer = z.object({ values: z.array(z.array(z.coerce.string())).default([]) });
const AppendAnswer = z.object({ updates: z.object({ updatedRange: z.string().min(1) }) });

export type SheetsApi = ReturnType<typeof createSheetsApi>;

/** The two calls of the Google Sheets API v4 that a waitlist needs. Refusals are results; nothing is retried. */
export function createSheetsApi({
  spreadsheetId,
  accessTokens,
  baseUrl = 'https://sheets.googleapis.com',
}: SheetsApiDeps) {
  const values = `${baseUrl}/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}/values`;

  /** The cells of column A, starting at row 1. */
  async function readFirstColumn(sheet: string, signal: AbortSignal) {
    const range = encodeURIComponent(`${quotedTitle(sheet)}!A:A`);
    const answer = await call(`${values}/${range}?majorDimension=COLUMNS`, { method: 'GET' }, signal);
    if (answer.status !== 'answered') return answer;
    const column = ColumnAnswer.safeParse(answer.body);
    if (!column.success) return notUnderstood;
    return { status: 'read', cells: column.data.values[0] ?? [] } as const;
  }

  /** Appends a row. RAW keeps `=…` as text; INSERT_ROWS never overwrites a row. */
  async function appendRow(sheet: string, cells: readonly string[], signal: AbortSignal) {
    const range = encodeURIComponent(`${quotedTitle(sheet)}!A:C`);
    const query = 'valueInputOption=RAW&insertDataOption=INSERT_ROWS';
    const body = JSON.stringify({ majorDimension: 'ROWS', values: [cells] });
    const answer = await call(`${values}/${range}:append?${query}`, { method: 'POST', body }, signal);
    if (answer.status !== 'answered') return answer;
    const appended = AppendAnswer.safeParse(answer.body);
    if (!appended.success) return notUnderstood;
    return { status: 'appended', updatedRange: appended.data.updates.updatedRange } as const;
  }

  async function call(url: string, request: { method: string; body?: string }, signal: AbortSignal) {
    const first = await send(url, request, signal);
    return first.status === 'unauthorized' ? refusedTwice(await send(url, request, signal)) : first;
  }

  async function send(url: string, request: { method: string; body?: string }, signal: AbortSignal) {
    const token = await accessTokens.get(signal).catch(() => undefined);
    if (token === undefined) return noToken;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    try {
      const response = await fetch(url, { ...request, headers, signal, redirect: 'error' });
      const text = await response.text();
      if (response.ok) return { status: 'answered', body: jsonOf(text) } as const;
      if (response.status !== 401) return sheetsRefusal(response.status, jsonOf(text));
    } catch (error) {
      return lostCall(error);
    }
    accessTokens.forget(token);
    return { status: 'unauthorized' } as const;
  }

  return { readFirstColumn, appendRow };
}

const noToken = {
  status: 'rejected',
  reason: 'Google gave no access token for the service account.',
} as const satisfies SheetsRefusal;

/** A success with an unexpected body: the rows may have been written. */
const notUnderstood = {
  status: 'uncertain',
  reason: 'The Sheets API answered something unexpected.',
} as const satisfies SheetsRefusal;

function refusedTwice<T extends { readonly status: string }>(answer: T) {
  if (answer.status !== 'unauthorized') return answer as Exclude<T, { status: 'unauthorized' }>;
  return { status: 'rejected', reason: 'The Sheets API answered 401 to a fresh token.' } as const;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
