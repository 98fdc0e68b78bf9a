/**
 * Hostile PDFs against a running service with its real limits, several at once, alongside light requests. Reports the
 * responses and times of the four actions for each file, then the latency of the light requests and the peak memory of
 * the given processes. Start the service with a quota that is high enough: PUBLIC_QUOTA=100000000.
 *
 *   node bench/pdf-hostile.ts http://localhost:8080 [process id of API or worker]...
 */
import { setTimeout as pause } from 'node:timers/promises';

import { pdfUploadLimits } from '#contracts/pdf.ts';
import { hostileFiles } from '#test/adapters/compute/pdf/support/hostile.ts';
import { largeHostileFiles } from '#test/adapters/compute/pdf/support/hostile-large.ts';
import { makePdf } from '#test/adapters/compute/pdf/support/make-pdf.ts';
import { residentBytes } from '#compute/processes/resident-bytes.ts';

const [base = 'http://localhost:8080', ...processes] = process.argv.slice(2);
const pids = processes.map(Number);
const atOnce = Number(process.env['AT_ONCE'] ?? 4);
/** The time limit of a job, including the wait for a free engine. */
const lateMs = 60_000;

interface Answer {
  readonly what: string;
  readonly ms: number;
  readonly isFault: boolean;
}

const refusals = ['INVALID_PDF', 'PDF_ENCRYPTED', 'PAYLOAD_TOO_LARGE'];

async function ask(
  action: string,
  files: readonly Uint8Array[],
  ranges?: string,
): Promise<Answer & { status: number }> {
  const form = new FormData();
  form.append('action', action);
  if (ranges !== undefined) form.append('ranges', ranges);
  for (const bytes of files) form.append('files', new Blob([Buffer.from(bytes)]), 'a.pdf');
  const startedAt = performance.now();
  try {
    const response = await fetch(`${base}/api/tools/pdf`, { method: 'POST', body: form });
    const body = Buffer.from(await response.arrayBuffer());
    const ms = performance.now() - startedAt;
    if (response.status === 200) return { status: 200, what: `200 (${body.length} B)`, ms, isFault: false };
    const { code, message } = JSON.parse(body.toString()) as { code: string; message: string };
    const isFault = response.status !== 400 || !refusals.includes(code) || ms > lateMs;
    return { status: response.status, what: `${response.status} ${code} ${message}`, ms, isFault };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return {
      status: 0,
      what: `${String(error)} ${String(cause)}`,
      ms: performance.now() - startedAt,
      isFault: true,
    };
  }
}

const peaks = new Map<number, number>();
async function look(): Promise<void> {
  for (const pid of pids) {
    peaks.set(pid, Math.max(peaks.get(pid) ?? 0, (await residentBytes(pid)) ?? Number.NaN));
  }
}

/** Cheap requests, one at a time, while the hostile ones are running. */
async function lightWork(isOver: () => boolean) {
  const good = await makePdf(1);
  const infoMs: number[] = [];
  const toolMs: number[] = [];
  let faults = 0;
  while (!isOver()) {
    await look();
    const startedAt = performance.now();
    const tool = await fetch(`${base}/api/tools/invoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'upper-case', params: { text: 'a' } }),
    });
    await tool.arrayBuffer();
    toolMs.push(performance.now() - startedAt);
    const info = await ask('get-info', [good]);
    infoMs.push(info.ms);
    if (tool.status !== 200 || info.status !== 200) faults += 1;
    await pause(200);
  }
  return { infoMs, toolMs, faults };
}

const only = process.env['ONLY'];
const corpus = Object.entries({ ...hostileFiles, ...largeHostileFiles }).filter(
  ([name]) => only === undefined || name.includes(only),
);
// Generated before the first request: some take seconds of synchronous work, which would block the connections.
const files = corpus.map(([name, make]) => ({ name, bytes: make() }));
const actions = ['get-info', 'pdf-to-text', 'split', 'merge'] as const;
const tasks = files.flatMap((file) => actions.map((action) => ({ ...file, action })));
let faults = 0;
let isOver = false;

async function lane(): Promise<void> {
  for (let task = tasks.shift(); task; task = tasks.shift()) {
    const { name, bytes, action } = task;
    if (action === 'merge' && bytes.length * 2 > pdfUploadLimits.bytesMax) continue;
    const answer = await ask(
      action,
      action === 'merge' ? [bytes, bytes] : [bytes],
      action === 'split' ? '1' : undefined,
    );
    if (answer.isFault) faults += 1;
    console.log(
      `${answer.isFault ? 'FAULT ' : ''}${action.padEnd(11)} ${(answer.ms / 1_000).toFixed(2).padStart(6)} s  ${name}: ${answer.what}`,
    );
  }
}

const light = lightWork(() => isOver);
await Promise.all(Array.from({ length: atOnce }, lane));
isOver = true;
const { infoMs, toolMs, faults: lightFaults } = await light;
const shown = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  return `${sorted.length} times, median ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`;
};
console.log(`\n${corpus.length} kinds of files, ${atOnce} at once`);
console.log(`info of a good PDF: ${shown(infoMs)}`);
console.log(`a text tool: ${shown(toolMs)}`);
for (const [pid, bytes] of peaks) console.log(`process ${pid}: at most ${(bytes / 1e6).toFixed(0)} MB`);
const total = faults + lightFaults;
console.log(total === 0 ? 'No fault.' : `${faults} faults, ${lightFaults} light requests refused.`);
process.exitCode = total === 0 ? 0 : 1;
