import { z } from 'zod';

import { differencesOf } from '#apis/differences.ts';
import type { StoredApi } from '#contracts/api.ts';
import type { AgentScope } from '#contracts/policy.ts';
import type { Apis } from '#store/api/apis.ts';
import { ListedApi, listedApi } from './api-view.ts';

export const ApiWithDifferences = ListedApi.extend({
  differences: z
    .object({
      added: z.array(z.string()).describe('Operations that are new in it. None of them is chosen.'),
      removed: z.array(z.string()).describe('Chosen operations that it has no more.'),
      changed: z.array(z.string()).describe('Chosen operations that it describes otherwise.'),
    })
    .nullable()
    .describe('The changes that `next` brings. Null where no newer document waits.'),
});

/** The API, and how the document that waits differs from the one that counts. */
export async function withDifferences(
  apis: Pick<Apis, 'operations'>,
  scope: AgentScope,
  api: StoredApi,
): Promise<z.infer<typeof ApiWithDifferences>> {
  const read = async (digest: string) => (await apis.operations(scope, api.id, digest)) ?? [];
  if (api.next === null) return { ...listedApi(api), differences: null };
  const [before, after] = await Promise.all([read(api.document.digest), read(api.next.digest)]);
  const { added, removed, changed } = differencesOf(api.operations, before, after);
  return {
    ...listedApi(api),
    differences: { added: [...added], removed: [...removed], changed: [...changed] },
  };
}
