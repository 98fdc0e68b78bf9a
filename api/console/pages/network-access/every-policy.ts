import type { ItemOf, OperationCalls } from '#api/routing/call-operation.ts';

/** The policies of an agent, page by page. */
export async function* everyPolicy(
  manage: Pick<OperationCalls, 'listPolicies'>,
  agentId: string,
): AsyncGenerator<ItemOf<'listPolicies'>> {
  let cursor: string | undefined;
  do {
    const page = await manage.listPolicies({ params: { agentId }, query: { cursor, limit: '200' } });
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
