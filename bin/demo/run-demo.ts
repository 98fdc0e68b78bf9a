import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Automation } from '#contracts/automation.ts';
import type { ShownAct } from '#capabilities/acting-step.ts';
import type { DeliveryRecord } from '#capabilities/records.ts';
import { shownAct } from '#capabilities/step.ts';
import { SetupError } from '../setup-error.ts';
import { answerTo } from './answer.ts';
import { manageClient } from './manage-client.ts';
import { demoDeliveries, type DemoDelivery } from './senders.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const Answer = z.object({ status: z.string(), deliveryId: z.string() });

interface Demo {
  readonly apiUrl: string;
  readonly token: string;
  /** The token as a shell expression. */
  readonly tokenInShell: string;
  /** True when the service ends with the demo. */
  readonly isOwn: boolean;
  readonly say: (text: string) => void;
}

/** One automation, four deliveries, and the result of each. */
export async function runDemo({ apiUrl, token, tokenInShell, isOwn, say }: Demo): Promise<void> {
  const client = manageClient({ apiUrl, token });
  const run = randomBytes(4).toString('hex');
  const key = `demo-key-${randomBytes(12).toString('hex')}`;
  const target = await startTarget(key);
  const scene = { client, target, key, apiUrl, say };
  try {
    say('\n1. A target that demands a key');
    const agentId = await openTarget(scene);
    say('\n2. An automation');
    const automation = await makeAutomation(scene, agentId);
    const told = new Set<string>();
    for (const [index, delivery] of demoDeliveries(run).entries()) {
      say(`\n${index + 3}. ${delivery.title}`);
      const deliveryId = await deliver(scene, automation, delivery);
      if (told.has(deliveryId)) continue;
      told.add(deliveryId);
      for (const line of linesOf(await client.ended(deliveryId))) say(`   ${line}`);
    }
    say('\n7. What the target saw');
    for (const { method, path, hasKey, body } of target.seen) {
      say(`   ${method} ${path} ${hasKey ? 'with' : 'without'} the key: ${body}`);
    }
    say(isOwn ? '\nTo read it again, "npm start", and then:' : '\nRead it again:');
    say(
      `   curl -H "Authorization: Bearer ${tokenInShell}" ${apiUrl}/manage/automations/${automation.id}/activity`,
    );
  } finally {
    target.close();
  }
}

interface Scene extends Pick<Demo, 'apiUrl' | 'say'> {
  readonly client: ReturnType<typeof manageClient>;
  readonly target: Awaited<ReturnType<typeof startTarget>>;
  readonly key: string;
}

async function openTarget({ client, target, key, say }: Scene): Promise<string> {
  say(`   ${target.url} answers 401 without the header X-API-Key.`);
  const agentId = await client.agentNamed('Demo agent');
  await client.allow(agentId, { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: key });
  if (!(await client.mayReach(agentId, target.url)).allowed) {
    throw new SetupError(
      'This service keeps private addresses closed. For the demo start it with EGRESS_ALLOW_ADDRESSES=127.0.0.0/8.',
    );
  }
  say('   The agent may reach 127.0.0.1; the key is attached on the way out, the agent never sees it.');
  return agentId;
}

async function makeAutomation({ client, target, say }: Scene, agentId: string): Promise<Automation> {
  const automation = await client.automationWith({
    agentId,
    name: 'Demo: paid orders',
    filter: 'Only run when the payment status is paid',
    instructions:
      `POST ${target.url} with the fields payment_status, amount_total. ` +
      'Then reply "Recorded {{amount total}} cents."',
  });
  say(`   filter        ${automation.filter}`);
  say(`   instructions  ${automation.instructions}`);
  say(`   URL           ${automation.url}`);
  return automation;
}

async function deliver(
  { apiUrl, say }: Scene,
  automation: Automation,
  { headers, body }: DemoDelivery,
): Promise<string> {
  const hook = `${apiUrl}${new URL(automation.url ?? '').pathname}`;
  const { status, deliveryId } = await answerTo('The delivery', Answer, hook, {
    method: 'POST',
    headers,
    body,
  });
  say(`   answered 200 ${status}, ${deliveryId}`);
  return deliveryId;
}

function linesOf({ outcome, reason, filter, steps, answer, cost, workflow }: DeliveryRecord): string[] {
  const requests = steps.flatMap((step) => (step.kind === 'model' ? [] : [requestLine(shownAct(step))]));
  return [
    `outcome       ${outcome}${reason === null ? '' : `: ${reason}`}`,
    ...(filter === null ? [] : [`filter        ${filter.evidence}`]),
    ...requests,
    ...(answer === null ? [] : [`answer        ${answer.replaceAll('\n', '\n                 ')}`]),
    `cost          ${cost.automationRuns} automation run(s), ${cost.inputTokens + cost.outputTokens} tokens`,
    ...(workflow.url === null ? [] : [`in Temporal   ${workflow.url}`]),
  ];
}

const requestLine = ({ title, target, outcome, details }: ShownAct): string =>
  `request       ${title} ${target}: ${outcome}; ${details.map(({ label, value }) => `${label}: ${value}`).join('; ')}`;

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly hasKey: boolean;
  readonly body: string;
}

/** A local API that requires a key and records its requests. */
async function startTarget(key: string) {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const hasKey = request.headers['x-api-key'] === key;
      const body = Buffer.concat(chunks).toString();
      seen.push({ method: request.method ?? '', path: request.url ?? '', hasKey, body });
      response.writeHead(hasKey ? 201 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(hasKey ? { recorded: true } : { error: 'a key is needed' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/orders`, seen, close: () => server.close() };
}
