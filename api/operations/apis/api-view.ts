import { z } from 'zod';

import type { StoredApi } from '#contracts/api.ts';
import type { AgentScope } from '#contracts/policy.ts';
import type { Apis } from '#store/api/apis.ts';
import { idParam } from '../path-params.ts';
import { found } from '../found.ts';

const Version = z.object({
  title: z.string().describe('The title in the document. Text of others.'),
  version: z.string().describe('The version that the document says it has.'),
  digest: z.string().describe('SHA-256 of the document.'),
  at: z.iso.datetime().describe('When it was given.'),
});

/** An API as its owner sees it in a list. */
export const ListedApi = z.object({
  id: z.string(),
  name: z.string().describe('The first part of the names of its tools.'),
  origin: z.string().describe('All its requests go there.'),
  basePath: z.string().describe('The path before that of each operation. Empty: none.'),
  document: Version.describe('The document that counts.'),
  next: Version.nullable().describe('A newer document, which counts once it is accepted. Null: none waits.'),
  chosenCount: z.int().describe('How many operations the agent is offered.'),
  createdAt: z.iso.datetime(),
});

export const apiParams = { agentId: idParam('agent'), apiId: idParam('API') };

const at = (ms: number): string => new Date(ms).toISOString();

const versionOf = ({ storedAt, ...version }: StoredApi['document']): z.infer<typeof Version> => ({
  ...version,
  at: at(storedAt),
});

export const listedApi = ({
  id,
  name,
  origin,
  basePath,
  document,
  next,
  operations,
  createdAt,
}: StoredApi) => ({
  id,
  name,
  origin,
  basePath,
  document: versionOf(document),
  next: next && versionOf(next),
  chosenCount: operations.length,
  createdAt: at(createdAt),
});

/** Throws NOT_FOUND. */
export const findApi = async (
  apis: Pick<Apis, 'find'>,
  scope: AgentScope,
  apiId: string,
): Promise<StoredApi> => found(await apis.find(scope, apiId), 'API');
