// Carries out the steps of the Dockerfile in an empty folder, starts the service there and uses every part that loads its
// packages late. It fails when something that runs in production is only a development dependency, is not copied into the
// image, or writes to it. `.ci/run` calls it:
//
//   node test/e2e/production-install.ts
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { PDFDocument } from 'pdf-lib';
import { z } from 'zod';

import { imageFolder } from '#test/support/image-folder.ts';
import { startModelServer } from '#test/support/model-server.ts';

const Created = z.object({ id: z.string() });
const Automation = z.object({ url: z.string() });
const Delivery = z.object({ deliveryId: z.string() });
const Ended = z.object({ outcome: z.string(), reason: z.string().nullable(), answer: z.string().nullable() });
const Tools = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      family: z.string(),
      example: z.object({ params: z.record(z.string(), z.unknown()) }),
    }),
  ),
});

const runMsMax = 120_000;
const modelAnswer = 'The order is noted.';
/** One pixel. */
const image =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

await using installed = await imageFolder();
await using data = await dataFolder();
const built = new Set(await filesBelow(installed.directory));
await using models = await startModelServer(() => ({ text: modelAnswer }));
await using service = await startService(installed, models.baseUrl);
const tools = await callEveryTool();
await readPdf();
await analyseImage();
await runAutomation('offline/rules-1');
await runAutomation(undefined);
const added = (await filesBelow(installed.directory)).filter((file) => !built.has(file));
if (added.length > 0) throw new Error(`The image was written to: ${added.join(', ')}`);
process.stdout.write(`With production packages alone: ${tools} tools, a PDF, an image and two runs.\n`);

/** `npm start` without the step that installs the packages. */
async function startService(
  { directory: cwd, env: ofImage }: Awaited<ReturnType<typeof imageFolder>>,
  modelBaseUrl: string,
) {
  const env = {
    ...process.env,
    ...ofImage,
    // On this machine alone, and beside the image as a volume is.
    HOST: '127.0.0.1',
    DATA_DIR: data.path,
    PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_QUOTA: '100000',
    MODEL: 'openai-compatible/fixture',
    MODEL_BASE_URL: modelBaseUrl,
  };
  const child = spawn(process.execPath, ['bin/start.ts'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const ready = /^ready: (\S+)$/m.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    void exited.then(([code]) => reject(new Error(`The start ended with ${code}:\n${output}`)));
  });
  const token = (await readFile(path.join(data.path, 'workspace-token'), 'utf8')).trim();
  return {
    url,
    token,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function dataFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-image-data-'));
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  return await readdir(folder, { recursive: true });
}

async function request(address: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(new URL(address, service.url), init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

function post(address: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${service.token}` };
  return request(address, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Each with its example; those that ask a model would need an answer in a form of their own. */
async function callEveryTool(): Promise<number> {
  const { items } = Tools.parse(await request('/api/tools'));
  const local = items.filter(({ family }) => family !== 'model');
  for (const { id, example } of local) await post('/api/tools/invoke', { tool: id, params: example.params });
  return local.length;
}

async function readPdf(): Promise<void> {
  const document = await PDFDocument.create();
  document.addPage([300, 200]).drawText('one page');
  const bytes = Buffer.from(await document.save());
  for (const action of ['pdf-to-text', 'get-info', 'split', 'merge']) {
    const form = new FormData();
    form.append('action', action);
    if (action === 'split') form.append('ranges', '1');
    for (const name of action === 'merge' ? ['file', 'files'] : ['file'])
      form.append(name, new Blob([bytes], { type: 'application/pdf' }), 'one.pdf');
    const response = await fetch(`${service.url}/api/tools/pdf`, { method: 'POST', body: form });
    if (!response.ok) throw new Error(`${action} answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
}

async function analyseImage(): Promise<void> {
  await post('/api/tools/analyze-image', { tool: 'image-to-prompt', params: { image } });
}

async function runAutomation(model: string | undefined): Promise<void> {
  const agent = Created.parse(await post('/manage/agents', { name: 'Agent', ...(model && { model }) }));
  const content = { agentId: agent.id, name: 'Orders', instructions: 'Summarise the delivery.' };
  const { url } = Automation.parse(await post('/manage/automations', content));
  const { deliveryId } = Delivery.parse(await post(url, { order: { id: 1042 } }));
  const address = `/manage/deliveries/${deliveryId}`;
  const deadline = Date.now() + runMsMax;
  for (;;) {
    const headers = { authorization: `Bearer ${service.token}` };
    const { outcome, reason, answer } = Ended.parse(await request(address, { headers }));
    if (outcome === 'succeeded' && (model !== undefined || answer === modelAnswer)) return;
    if (outcome !== 'running' || Date.now() > deadline)
      throw new Error(`The run with ${model ?? 'the default model'} came to ${outcome}: ${reason ?? answer}`);
    await pause(100);
  }
}
