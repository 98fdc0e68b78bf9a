import { Exchange } from '#capabilities/exchange.ts';
import { withShownBodies } from '#capabilities/request-step.ts';
import { Step } from '#capabilities/step.ts';
import type { RecordedRequest } from '#rehearsal/played.ts';
import { z } from 'zod';
import { json } from '../records/fields.ts';

const StoredStep = json(Step);

interface Times {
  readonly receivedAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

export function timesOf({ receivedAt, startedAt, finishedAt }: Times) {
  return {
    receivedAt: iso(receivedAt),
    startedAt: isoOrNull(startedAt),
    finishedAt: isoOrNull(finishedAt),
    durationMs: finishedAt === null ? null : finishedAt - receivedAt,
  };
}

export const isoOrNull = (timeMs: number | null) => (timeMs === null ? null : iso(timeMs));

/** The steps of a run in their order, of a hash whose fields sort as text; those that cannot be read are named. */
export function stepsOf(fields: Readonly<Record<string, string>>): {
  readonly steps: readonly Step[];
  readonly damaged: readonly string[];
} {
  const read = Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, stored]) => ({ name, step: StoredStep.safeParse(stored) }));
  return {
    steps: read.flatMap(({ step }) => (step.success ? [shown(step.data)] : [])),
    damaged: read.flatMap(({ name, step }) => (step.success ? [] : [`step ${name}`])),
  };
}

const shown = (step: Step): Step => (step.kind === 'request' ? withShownBodies(step) : step);

const WithExchange = json(z.object({ exchange: Exchange.nullable().catch(null) }));

/** The requests of a run in their order, as they are stored; null where one cannot be read. */
export function recordedRequests(
  fields: Readonly<Record<string, string>>,
): readonly RecordedRequest[] | null {
  const names = Object.keys(fields).filter((name) => /^\d+\.\d+$/.test(name));
  const read = names.toSorted().map((name) => {
    const step = StoredStep.safeParse(fields[name]);
    return step.success && step.data.kind !== 'model'
      ? { step: step.data, exchange: WithExchange.parse(fields[name]).exchange }
      : null;
  });
  return read.every((one) => one !== null) ? read : null;
}
