import { randomUUID } from 'node:crypto';

import { deliveryIdOf, workflowIdOf } from '#domain/run-id.ts';
import { taskQueues } from '#domain/task-queues.ts';
import { createIntake } from '#intake/receive.ts';
import { readMeaning } from '#meaning/read-meaning.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createAgents } from '#store/workspace/agents.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { connectRedis } from '#store/connection/connect.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createReplication } from '#store/connection/replication.ts';
import { createVault } from '#store/secret/vault.ts';
import { connectTemporal } from '#temporal/connect.ts';
import { createRunStates } from '#temporal/run-states.ts';
import { createRunStarter } from '#temporal/start-run.ts';

export interface Hook {
  readonly workspaceId: string;
  readonly automationId: string;
}

interface Servers {
  readonly redisUrl: string;
  /** The master key, 32 bytes. */
  readonly key: Buffer;
}

/** Automations and deliveries to them without HTTP: the intake runs in this process. Temporal is that of the environment. */
export async function createDeliveries({ redisUrl, key }: Servers) {
  const redis = await connectRedis(redisUrl, () => undefined);
  const vault = createVault([{ id: 'k1', key }]);
  const agents = createAgents({ redis });
  const automations = createAutomations({ redis, vault });
  const policies = createPolicyStore({ redis, vault });
  const { client, close: closeTemporal } = await connectTemporal();
  const intake = createIntake({
    replication: createReplication({ redis: undefined, replicasMin: 0 }),
    admissions: createAdmissions({ redis }),
    slots: { reclaim: () => Promise.resolve({ done: 0, failures: [] }) },
    runStarter: createRunStarter({
      client,
      taskQueue: taskQueues.runs,
      publicUrl: 'http://localhost',
    }),
    runStates: createRunStates({ client }),
  });

  /** An automation in a workspace of its own, whose agent may reach loopback. */
  async function newHook(content: { filter: string | null; instructions: string }): Promise<Hook> {
    const workspaceId = `ws_${randomUUID()}`;
    const { id: agentId } = await agents.create(workspaceId, { name: 'Bench', model: null });
    const policy = { domain: '127.0.0.1', headerName: null, headerValue: null };
    await policies.insert({ workspaceId, agentId }, policy);
    const meaning = readMeaning(content, null, { samples: [], sender: 'generic' });
    const { id } = await automations.create(workspaceId, { name: 'Bench', ...content, ...meaning, agentId });
    return { workspaceId, automationId: id };
  }

  /** Delivers and waits until the run has succeeded. Returns the id of its workflow. */
  async function runToEnd(hook: Hook, body: string): Promise<string> {
    const workflowId = await deliver(hook, body);
    const ending = (await client.workflow.getHandle(workflowId).result()) as { outcome: string };
    if (ending.outcome !== 'succeeded') throw new Error(`ended ${JSON.stringify(ending)}`);
    return workflowId;
  }

  async function deliver(hook: Hook, body: string): Promise<string> {
    const eventId = randomUUID();
    const workflowId = workflowIdOf(hook.automationId, `id/${eventId}`);
    const receipt = await intake.receive(hook, {
      deliveryId: deliveryIdOf(workflowId),
      workflowId,
      eventId,
      eventIdSource: 'header',
      eventIdFrom: null,
      reference: null,
      referenceUrl: null,
      sender: 'generic',
      eventName: null,
      verified: null,
      traceId: null,
      receivedAt: new Date(),
      contentType: 'application/json',
      headers: {},
      body: Buffer.from(body),
      replayOf: null,
      round: null,
      causedBy: null,
      runOf: null,
    });
    if (receipt.status !== 'accepted') throw new Error(`answered ${JSON.stringify(receipt)}`);
    return workflowId;
  }

  async function close(): Promise<void> {
    await closeTemporal();
    await redis.close();
  }
  return { client, newHook, runToEnd, close };
}
