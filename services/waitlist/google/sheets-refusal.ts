import { z } from 'zod';

/**
 * Why a read or write of the sheet failed. Nothing was written, unless the API failed midway (`uncertain`) or did not
 * respond and may still write (`unanswered`).
 */
export type SheetsRefusal =
  | { readonly status: 'closed' }
  | { readonly status: 'missing' }
  | { readonly status: 'rejected' | 'uncertain' | 'unanswered'; readonly reason: string };

const ErrorAnswer = z.object({
  error: z.object({
    message: z.string().default(''),
    status: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
    details: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
});

interface RefusalRow {
  readonly httpStatus: number;
  /** Matched against the error's message, status and reasons. */
  readonly words: RegExp;
  readonly means: 'closed' | 'missing' | 'rejected';
}

/** The first matching row applies. */
const refusals: readonly RefusalRow[] = [
  { httpStatus: 403, words: /rateLimitExceeded|quotaExceeded|RESOURCE_EXHAUSTED/i, means: 'rejected' },
  { httpStatus: 403, words: /SERVICE_DISABLED|accessNotConfigured|BILLING/i, means: 'rejected' },
  { httpStatus: 403, words: /(?:)/, means: 'closed' },
  { httpStatus: 400, words: /protected/i, means: 'closed' },
  { httpStatus: 400, words: /unable to parse range/i, means: 'missing' },
];

const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Classifies the error of a call without a response. */
export function lostCall(error: unknown): SheetsRefusal {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = `The Sheets API did not answer${code === '' ? '' : ` (${code})`}.`;
  return { status: neverSent.has(code) ? 'rejected' : 'unanswered', reason };
}

/** Classifies an error response of the Sheets API. */
export function sheetsRefusal(httpStatus: number, body: unknown): SheetsRefusal {
  const reason = `The Sheets API answered ${httpStatus}.`;
  if (httpStatus >= 500) return { status: 'uncertain', reason };
  const parsed = ErrorAnswer.safeParse(body).data?.error;
  const reasons = [...(parsed?.errors ?? []), ...(parsed?.details ?? [])].map((entry) => entry.reason);
  const said = [parsed?.status, parsed?.message, ...reasons].join(' ');
  const row = refusals.find((refusal) => refusal.httpStatus === httpStatus && refusal.words.test(said));
  if (row && row.means !== 'rejected') return { status: row.means };
  return { status: 'rejected', reason };
}
