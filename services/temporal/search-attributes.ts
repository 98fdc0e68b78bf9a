import type { Client } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { searchAttributeNames as names } from './search-attribute-names.ts';

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);

export const searchAttributes = {
  workspaceId: keyword(names.workspaceId),
  automationId: keyword(names.automationId),
  deliveryId: keyword(names.deliveryId),
  eventId: keyword(names.eventId),
  outcome: keyword(names.outcome),
  reference: keyword(names.reference),
} as const;

/** The number of Temporal's Keyword type on the wire. */
const keywordType = 2;

/** Those that the namespace lacks. */
export async function missingSearchAttributes(client: Client, namespace: string): Promise<readonly string[]> {
  const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace });
  return Object.values(names).filter((name) => !(name in (customAttributes ?? {})));
}

/** Registers the search attributes of a namespace. Idempotent; one set-up step calls it, not every worker. */
export async function registerSearchAttributes(client: Client, namespace: string): Promise<void> {
  const missing = await missingSearchAttributes(client, namespace);
  if (missing.length === 0) return;
  await client.connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map((name) => [name, keywordType])),
  });
}
