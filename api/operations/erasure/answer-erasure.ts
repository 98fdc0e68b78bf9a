import { Erasure, type ErasureRef } from '#contracts/erasure.ts';
import type { Erasures } from '#store/erasure/erasures.ts';
import type { ErasureStarter } from '#temporal/erasure-starter.ts';
import { empty, json } from '../answers.ts';
import { found } from '../found.ts';

export interface ErasureDeps {
  readonly erasures: Pick<Erasures, 'begin' | 'find'>;
  readonly erasureStarter: Pick<ErasureStarter, 'run'>;
  readonly erasureWaitMs: number;
}

export const erasureAnswers = {
  204: empty('All of it is erased.', ['Location']),
  202: json(
    'It takes longer: it goes on until all is erased, whatever stops meanwhile. `GET /manage/erasures/{erasureId}` tells how far it is.',
    Erasure,
    { headers: ['Location'] },
  ),
} as const;

/** For the reference: how erasures go on. */
export const erasureMeaning =
  'The answer is 204 once all is erased: from the store with its indexes, from the histories of Temporal and from the audit log. An erasure that takes longer than some seconds is 202, and continues by itself. `Location` leads to `GET /manage/erasures/{erasureId}`, which also says when the files of Redis were rewritten.';

export async function answerErasure(
  { erasures, erasureStarter, erasureWaitMs }: ErasureDeps,
  ref: ErasureRef,
  of: 'owner' | 'operator' = 'owner',
) {
  const { workspaceId, erasureId } = ref;
  const headers = { Location: `/manage/erasures/${erasureId}` };
  if (await erasureStarter.run(ref, erasureWaitMs)) return { status: 204, headers } as const;
  const shown = await erasures.find({ workspaceId: of === 'owner' ? workspaceId : null, erasureId });
  return { status: 202, headers, body: found(shown, 'erasure') } as const;
}
