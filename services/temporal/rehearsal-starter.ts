import type { RehearsalRef } from '#contracts/rehearsal.ts';
import { createOnceStarter } from './once-starter.ts';

/** Plays stored deliveries through a changed automation. */
export const createRehearsalStarter = (started: Parameters<typeof createOnceStarter>[0]) =>
  createOnceStarter<RehearsalRef>(started, {
    workflow: 'rehearse',
    idOf: ({ rehearsalId }) => `rehearsal/${rehearsalId}`,
    summary: 'Rehearse a changed automation',
  });

export type RehearsalStarter = ReturnType<typeof createRehearsalStarter>;
