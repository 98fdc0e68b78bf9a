import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { startOrderTarget, type SeenRequest } from '#test/support/target.ts';
import { targetKinds, type TargetKind } from '../plan/target-kinds.ts';

/** The effect of an order when it arrived. */
export interface Effect {
  readonly order: string;
  readonly idempotencyKey: string | null;
  /** Milliseconds, by the clock of `performance`. */
  readonly atMs: number;
}

const body = '{"recorded":true}';
const json = { 'content-type': 'application/json', 'content-length': String(body.length) };
/** Between 1.5 s and 4 s. */
const slowMs = () => 1_500 + Math.random() * 2_500;

type Answer = (response: ServerResponse) => unknown;

const answers: Readonly<Record<TargetKind, Answer>> = {
  'at-once': (response) => response.writeHead(201, json).end(body),
  slow: async (response) => {
    await pause(slowMs());
    response.writeHead(201, json).end(body);
  },
  'error-500': (response) => response.writeHead(500).end(),
  cut: (response) => response.destroy(),
  'half-an-answer': (response) => {
    response.writeHead(201, json);
    response.write(body.slice(0, 8), () => response.destroy());
  },
  alive: (response) => response.writeHead(201, json).end(body),
  dead: (response) => response.destroy(),
  filtered: (response) => response.writeHead(201, json).end(body),
  approved: (response) => response.writeHead(201, json).end(body),
  refused: (response) => response.writeHead(201, json).end(body),
};

export const key = 'key-of-the-target';

/** A target with a path for each kind; it remembers every order, and when it came. */
export async function startStormTarget() {
  const effects: Effect[] = [];
  const target = await startOrderTarget({
    key,
    answer: async (request, response) => {
      effects.push({
        order: orderOf(request),
        idempotencyKey: request.idempotencyKey,
        atMs: performance.now(),
      });
      const kind = targetKinds.find((name) => request.path === `/${name}`);
      if (kind === undefined) response.writeHead(404).end();
      else await answers[kind](response);
    },
  });
  return { ...target, effects };
}

export type StormTarget = Awaited<ReturnType<typeof startStormTarget>>;

const orderOf = ({ body: text }: SeenRequest) => (JSON.parse(text) as { order: string }).order;
