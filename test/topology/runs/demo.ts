import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { PDFDocument } from 'pdf-lib';

import { deliver, newOwner } from '#test/support/supervised.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { until } from '#test/support/until.ts';
import { nameOf } from '../instances.ts';
import type { Topology } from '../start-topology.ts';

type Say = (sentence: string) => void;
const key = 'key-of-the-demo';

/** Shows that two APIs and two workers are one service. Rejects where they are not. */
export async function demo(topology: Topology, say: Say): Promise<void> {
  await showPdf(topology, say);
  await showDelivery(topology, say);
}

/** Old deliveries go into the bucket at once. */
export const demoVariables = { ARCHIVE_AFTER_HOURS: '0' };

/** Through API 1, read at API 2, before and after it is an object in the bucket. */
async function showDelivery({ urls, context, deployment, reach }: Topology, say: Say): Promise<void> {
  const [first = '', second = ''] = urls;
  await using target = await startOrderTarget({ key });
  const origin = await reach(target.url);
  const owner = await newOwner(first, context.secrets);
  await owner.allow(new URL(origin).hostname, key);
  const instructions = `POST ${origin}/orders with JSON {"order": "{{order}}"}.`;
  const { id, url } = await owner.newAutomation(instructions);
  const body = { order: 'A-1042' };
  const sent = await deliver(url, 'demo-1', body);
  const again = await deliver(`${second}${new URL(url).pathname}`, 'demo-1', body);
  await owner.untilAllEnded(id, 60_000);
  const read = async () => {
    const response = await fetch(`${second}/manage/deliveries/${sent.deliveryId}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    return (await response.json()) as { outcome: string };
  };
  const record = await read();
  const isRight =
    sent.status === 'accepted' &&
    again.status === 'duplicate' &&
    again.deliveryId === sent.deliveryId &&
    record.outcome === 'succeeded' &&
    target.seen.length === 1;
  say(`a delivery to API 1: ${sent.status}; the same event to API 2: ${again.status}`);
  say(`its record at API 2: ${record.outcome}; requests at the target: ${target.seen.length}`);
  if (!isRight) throw new Error(`Two APIs are not one service: ${JSON.stringify({ sent, again, record })}`);
  const isArchived = async () => {
    await deployment.sweep();
    return (await objectsIn(context)).length > 0;
  };
  await until('the delivery is an object in the bucket', isArchived, { timeoutMs: 60_000, everyMs: 1_000 });
  const archived = await read();
  say(`its record at API 2, archived as ${(await objectsIn(context)).length} object: ${archived.outcome}`);
  if (archived.outcome !== 'succeeded') throw new Error(`Archived: ${JSON.stringify(archived)}`);
}

/** Each API hands a file to a worker with a data folder of its own, through the bucket. */
async function showPdf({ urls, context, instances }: Topology, say: Say): Promise<void> {
  const document = await PDFDocument.create();
  for (let page = 0; page < 3; page += 1) document.addPage();
  const pdf = await document.save();
  for (const [index, url] of urls.entries()) {
    const form = new FormData();
    form.set('action', 'split');
    form.set('ranges', '2');
    form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'three.pdf');
    const response = await fetch(`${url}/api/tools/pdf`, { method: 'POST', body: form });
    if (!response.ok) throw new Error(`The PDF work failed: ${response.status} ${await response.text()}`);
    const result = await PDFDocument.load(await response.arrayBuffer());
    if (result.getPageCount() !== 1) throw new Error(`${result.getPageCount()} pages came back.`);
    say(`three pages split at API ${index + 1}: one page came back`);
  }
  const folders = instances.map((instance) => path.join(context.folder, nameOf(instance)));
  const isClean = async () => (await objectsIn(context)).length === 0;
  await until('no file of a job is left in the bucket', isClean, { timeoutMs: 60_000 });
  say(
    `data folders: ${folders.map((folder) => path.basename(folder)).join(', ')}; no file of a job is left in the bucket`,
  );
}

/** The objects of the bucket. */
export const objectsIn = async ({ folder }: Topology['context']) => {
  const bucket = path.join(folder, 's3/reveille');
  return (await readdir(bucket, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
};
