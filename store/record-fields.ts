import { z } from 'zod';

import { Step } from '../capabilities/step.ts';
import { Cost, Outcome } from '../contracts/run.ts';
import { noCost } from '../domain/cost.ts';

/** How fields of a hash are read back, and what the records of deliveries and messages share. */

/** JSON text of what the schema describes; text that is no JSON is an issue like any other. */
export const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, { issues }) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        issues.push({ code: 'custom', message: 'is not JSON', input: text });
        return z.NEVER;
      }
    })
    .pipe(schema);
const epochMs = z.coerce.number();
export const optionalText = z.string().nullable().default(null);

export const runFields = {
  phase: z.literal('confirmed'),
  agentId: z.string(),
  workflowId: z.string(),
  receivedAt: epochMs,
  startedAt: epochMs.nullable().default(null),
  finishedAt: epochMs.nullable().default(null),
  outcome: Outcome,
  reason: optionalText,
  runId: optionalText,
  answer: optionalText.transform((text) => (text === '' ? null : text)),
  cost: json(Cost).default(noCost),
};

interface Times {
  readonly receivedAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** The times of a run as its owner reads them. */
export function timesOf({ receivedAt, startedAt, finishedAt }: Times) {
  return {
    receivedAt: iso(receivedAt),
    startedAt: startedAt === null ? null : iso(startedAt),
    finishedAt: finishedAt === null ? null : iso(finishedAt),
    durationMs: finishedAt === null ? null : finishedAt - receivedAt,
  };
}

/** The steps of a run in their order, of a hash whose fields sort as text. */
export function stepsOf(fields: Readonly<Record<string, string>>): Step[] {
  return Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, step]) => Step.parse(JSON.parse(step)));
}
