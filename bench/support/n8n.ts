import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import which from 'which';

import { startInBackground } from '#bin/embedded/background-process.ts';
import { lockFolder, ownFolder } from '#bin/embedded/find-temporal.ts';
import { runQuietly } from '#bin/embedded/run-quietly.ts';
import { startWhenReady } from '#bin/embedded/start-when-ready.ts';
import { freePort } from '#platform/free-port.ts';
import { until } from '#test/support/until.ts';
import { cpuMsOfTrees } from './cpu-time.ts';

/** With the end of what was delivered, of any side. */
export const patience = { timeoutMs: 120_000, everyMs: 20 };

export const n8nVersion = '1.123.80';
const folder = ownFolder(`n8n-${n8nVersion}`);
const program = path.join(folder, 'node_modules/n8n/bin/n8n');
const log = (sentence: string) => console.error(sentence);
const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`;

/** Installs it outside of the project, where it is not there yet. Returns why that was not possible, or undefined. */
export async function obtainN8n(): Promise<string | undefined> {
  using _lock = await lockFolder(folder, 'n8n', { log });
  if (await which(program, { nothrow: true })) return undefined;
  await mkdir(folder, { recursive: true });
  // It names a package outside of the registry, for spreadsheets, which no node of ours reads.
  const manifest = { private: true, dependencies: { n8n: n8nVersion }, overrides: { xlsx: '0.18.5' } };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  log(`n8n ${n8nVersion} is missing: installing it into ${folder}, which takes minutes.`);
  const { ok, lastLines } = await runQuietly(['npm', 'install', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: { PATH },
    timeoutMs: 30 * 60_000,
  });
  return ok ? undefined : lastLines;
}

/** A production webhook that answers at once, a condition, one request: as its editor exports it. */
const workflowOf = (targetUrl: string) => ({
  id: 'bench',
  name: 'Orders',
  active: false,
  settings: { executionOrder: 'v1' },
  nodes: [
    node('Webhook', 'webhook', 2, { httpMethod: 'POST', path: 'orders', responseMode: 'onReceived' }),
    node('If', 'if', 2.2, { conditions: isPaid }),
    node('HTTP Request', 'httpRequest', 4.2, {
      method: 'POST',
      url: targetUrl,
      sendBody: true,
      specifyBody: 'json',
      jsonBody: '={"id": {{ $json.body.id }}}',
    }),
  ],
  connections: { Webhook: leadsTo('If'), If: leadsTo('HTTP Request') },
});

const isPaid = {
  options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
  combinator: 'and',
  conditions: [
    {
      id: 'paid',
      leftValue: '={{ $json.body.status }}',
      rightValue: 'paid',
      operator: { type: 'string', operation: 'equals' },
    },
  ],
};

function node(name: string, type: string, typeVersion: number, parameters: object) {
  const id = type;
  return {
    id,
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion,
    position: [0, 0],
    webhookId: id,
    parameters,
  };
}

const leadsTo = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

/** Its best ordinary settings; nothing leaves the machine. */
const settings = {
  DB_SQLITE_POOL_SIZE: '4',
  EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
  N8N_COMMUNITY_PACKAGES_ENABLED: 'false',
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_DISABLED_MODULES: 'insights',
  N8N_DYNAMIC_BANNERS_ENABLED: 'false',
  N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  N8N_LOG_LEVEL: 'error',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_RUNNERS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  NODE_ENV: 'production',
};

/** n8n on data of its own, with the workflow active. */
export async function startN8n(targetUrl: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'n8n-bench-'));
  const port = await freePort();
  const env = { ...settings, PATH, N8N_USER_FOLDER: dataDir, N8N_PORT: String(port) };
  const file = path.join(dataDir, 'workflow.json');
  await writeFile(file, JSON.stringify(workflowOf(targetUrl)));
  await command(['import:workflow', `--input=${file}`], env);
  await command(['update:workflow', '--id=bench', '--active=true'], env);
  const webhook = `http://127.0.0.1:${port}/webhook/orders`;
  const logFile = path.join(dataDir, 'n8n.log');
  const server = await startWhenReady({
    title: 'n8n',
    logFile,
    start: () =>
      startInBackground({
        command: process.execPath,
        args: [program, 'start'],
        env,
        logFile,
        endsWithUs: true,
      }),
    // While it starts, it answers every path.
    probe: async () => {
      const answer = await post(webhook, '{"status":"new"}');
      if (!answer.includes('Workflow was started')) throw new Error(answer);
    },
    timeoutMs: 180_000,
  });
  const database = new DatabaseSync(path.join(dataDir, '.n8n/database.sqlite'), { readOnly: true });
  const ended = database.prepare(
    "SELECT count(*) AS ended, coalesce(sum(status != 'success'), 0) AS failed FROM execution_entity WHERE stoppedAt IS NOT NULL",
  );
  // The probe was one.
  let sent = 1;

  return {
    async deliver(body: string): Promise<void> {
      await post(webhook, body);
      sent += 1;
    },
    /** Resolves when each execution has succeeded and is saved. */
    untilRecorded: () =>
      until(
        `${sent} executions of n8n ended`,
        () => Number(ended.get()?.['ended']) === sent && Number(ended.get()?.['failed']) === 0,
        patience,
      ),
    cpuMs: () => cpuMsOfTrees([server.pid]),
    async stop(): Promise<void> {
      database.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function command(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const { ok, lastLines } = await runQuietly([process.execPath, program, ...args], {
    env,
    timeoutMs: 180_000,
  });
  if (!ok) throw new Error(`n8n ${args[0]}: ${lastLines}`);
}

export async function post(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-service-event-id': randomUUID() };
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`answered ${response.status}: ${text}`);
  return text;
}
