import { z } from 'zod';

import type { Redis } from './connection/connect.ts';
import { keys } from './records/index.ts';
import { script } from './script.ts';

interface PreviewUsageDeps {
  readonly redis: Redis;
  readonly freePerDay: number;
  /** For all clients together. */
  readonly perDay: number;
  readonly now: () => Date;
}

const UseAnswer = z.tuple([z.enum(['free', 'gated', 'capped']), z.int().nonnegative()]);
/** Counts outlive their day by one, so that a preview that is under way at midnight can still be given back. */
const countSeconds = 2 * 24 * 60 * 60;

/** Counts previews of each client and of the whole service per UTC day. */
export function createPreviewUsage({ redis, freePerDay, perDay, now }: PreviewUsageDeps) {
  const usePreview = script('use-preview');
  const returnPreview = script('return-preview');
  const countsOf = (day: string, client: string) => [
    keys.previewsOfClient(day, client),
    keys.previewsOfDay(day),
  ];

  async function use(client: string, mode: 'take' | 'look') {
    const day = now().toISOString().slice(0, 10);
    const args = [String(freePerDay), String(perDay), mode, String(countSeconds)];
    const [status, used] = UseAnswer.parse(await usePreview(redis, countsOf(day, client), args));
    return { status, used, day };
  }

  return {
    /** Counts one preview where it is `free`. */
    take: (client: string) => use(client, 'take'),
    /** Says what `take` would, and counts nothing. */
    look: (client: string) => use(client, 'look'),
    /** Gives one back on the day it was taken; the answer is what the client has used then. */
    giveBack: async (client: string, day: string): Promise<number> =>
      z.int().parse(await returnPreview(redis, countsOf(day, client), [])),
  };
}
