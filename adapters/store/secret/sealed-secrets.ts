import { z } from 'zod';

import { StoredConnection } from '#contracts/oauth.ts';
import type { AgentScope } from '#contracts/policy.ts';
import { SecretRecord } from '#contracts/secret.ts';
import type { Redis } from '../connection/connect.ts';
import { json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import type { createPolicyStore } from '../policy/policies.ts';
import { sealedValuesOf } from '../policy/write-policies.ts';
import { script } from '../script.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

/** One sealed secret where it lies, and how to put another envelope of the same secret in its place. */
export interface SealedSecret {
  /** For people: which record holds it. */
  readonly place: string;
  readonly sealed: string;
  /** False when the record changed in the meantime; the change was sealed with the current key. */
  readonly replace: (sealed: string) => Promise<boolean>;
}

const replaceField = script('replace-field');

const NamedSecret = json(SecretRecord);
const Connection = json(StoredConnection);

/** Fields of an automation, and of what is noted at its hook, that are sealed. */
const sealedFields = [
  { field: 'sealedToken', name: 'hook', keyOf: keys.automation },
  { field: 'sealedSigningSecret', name: 'signing secret', keyOf: keys.automation },
  { field: 'sealedFormerSecret', name: 'former signing secret', keyOf: keys.automation },
  { field: 'sealedHandshakeSecret', name: 'secret of a handshake', keyOf: keys.door },
] as const;

/** Fields of an alert rule, and of a target of events, that are sealed. */
const webhookFields = [
  { field: 'sealedSecret', name: 'secret' },
  { field: 'sealedFormerSecret', name: 'former secret' },
] as const;

/** Every secret that the store keeps sealed: header values, client secrets and tokens of policies, named secrets, tokens of hooks, secrets of senders, alerts and events. */
export function createSealedSecrets({
  redis,
  workspaces,
  policies,
}: {
  readonly redis: Redis;
  readonly workspaces: Pick<Workspaces, 'listIds'>;
  readonly policies: Pick<ReturnType<typeof createPolicyStore>, 'all' | 'rewrap'>;
}) {
  async function* policySecrets(workspaceId: string): AsyncGenerator<SealedSecret> {
    for (const agentId of await redis.zRange(keys.agents(workspaceId), 0, -1)) {
      const scope = { workspaceId, agentId };
      for (const record of await policies.all(scope)) {
        const place = `policy ${record.id} of agent ${agentId}`;
        // In no form of the vault, so that it is reported as unreadable.
        if (record.isDamaged) yield { place, sealed: '', replace: () => Promise.resolve(false) };
        for (const sealed of sealedValuesOf(record))
          yield { place, sealed, replace: (other) => policies.rewrap(scope, record.id, sealed, other) };
      }
      yield* connectionTokens(redis, scope);
    }
  }

  async function* ofWorkspace(workspaceId: string): AsyncGenerator<SealedSecret> {
    yield* policySecrets(workspaceId);
    yield* namedSecrets(redis, workspaceId);
    yield* automationSecrets(redis, workspaceId);
    yield* webhookSecrets(redis, workspaceId);
  }

  async function* all(): AsyncGenerator<SealedSecret> {
    for (const workspaceId of await workspaces.listIds()) yield* ofWorkspace(workspaceId);
  }

  return { all, ofWorkspace };
}

async function* namedSecrets(redis: Redis, workspaceId: string): AsyncGenerator<SealedSecret> {
  const key = keys.secrets(workspaceId);
  for (const [name, text] of Object.entries(await redis.hGetAll(key))) {
    const record = NamedSecret.safeParse(text).data;
    yield {
      place: `secret ${name}`,
      // In no form of the vault where the record is damaged, so that it is reported as unreadable.
      sealed: record?.sealedValue ?? '',
      replace: async (sealedValue) =>
        record !== undefined &&
        (await replaceField(
          redis,
          [key],
          [name, text, z.encode(NamedSecret, { ...record, sealedValue })],
        )) === 1,
    };
  }
}

async function* connectionTokens(
  redis: Redis,
  { workspaceId, agentId }: AgentScope,
): AsyncGenerator<SealedSecret> {
  const key = keys.connections(workspaceId, agentId);
  for (const [policyId, text] of Object.entries(await redis.hGetAll(key))) {
    const record = Connection.safeDecode(text).data;
    if (record?.sealedTokens === null) continue;
    yield {
      place: `tokens of policy ${policyId} of agent ${agentId}`,
      // In no form of the vault where the record is damaged, so that it is reported as unreadable.
      sealed: record?.sealedTokens ?? '',
      replace: async (sealedTokens) =>
        record !== undefined &&
        (await replaceField(
          redis,
          [key],
          [policyId, text, z.encode(Connection, { ...record, sealedTokens })],
        )) === 1,
    };
  }
}

async function* automationSecrets(redis: Redis, workspaceId: string): AsyncGenerator<SealedSecret> {
  for (const id of await redis.zRange(keys.automations(workspaceId), 0, -1))
    for (const { field, name, keyOf } of sealedFields)
      yield* secretIn(redis, { key: keyOf(workspaceId, id), field, place: `${name} of automation ${id}` });
}

async function* webhookSecrets(redis: Redis, workspaceId: string): AsyncGenerator<SealedSecret> {
  for (const { list, keyOf, what } of signers)
    for (const id of await redis.zRange(list(workspaceId), 0, -1))
      for (const { field, name } of webhookFields)
        yield* secretIn(redis, { key: keyOf(workspaceId, id), field, place: `${name} of ${what} ${id}` });
}

const signers = [
  { list: keys.alertRules, keyOf: keys.alertRule, what: 'alert rule' },
  { list: keys.eventTargets, keyOf: keys.eventTarget, what: 'event target' },
] as const;

/** The sealed value of a field of a hash, if there is one. */
async function* secretIn(
  redis: Redis,
  { key, field, place }: { readonly key: string; readonly field: string; readonly place: string },
): AsyncGenerator<SealedSecret> {
  const sealed = await redis.hGet(key, field);
  if (sealed === null || sealed === '') return;
  const replace = async (replacement: string) =>
    (await replaceField(redis, [key], [field, sealed, replacement])) === 1;
  yield { place, sealed, replace };
}
