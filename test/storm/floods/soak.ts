import { execFileSync } from 'node:child_process';

import { median } from '#bench/support/load.ts';
import type { Service } from '../service/service.ts';
import type { Shop } from '../service/shop.ts';
import { steadyLoad } from './steady-load.ts';

interface Soak {
  readonly service: Service;
  readonly shops: readonly Shop[];
  readonly minutes: number;
  readonly say: (line: string) => void;
}

interface Sample {
  readonly minute: number;
  readonly part: string;
  readonly megabytes: number;
}

const sampleEveryMs = 5_000;
const deliveriesPerSecond = 5;
const toolCallsPerSecond = 5;

/** Memory of each process under a steady load: the median of the last minute divided by that of the second. */
export async function soak({ service, shops, minutes, say }: Soak): Promise<ReadonlyMap<string, number>> {
  const startedAt = performance.now();
  const samples: Sample[] = [];
  const timer = setInterval(() => void takeSample(), sampleEveryMs);
  const durationMs = minutes * 60_000;
  try {
    await Promise.all([
      steadyLoad({
        name: 'soak',
        urls: shops.map(({ hooks }) => hooks['at-once'].urls[0]!),
        perSecond: deliveriesPerSecond,
        durationMs,
      }),
      callTools(durationMs),
    ]);
  } finally {
    clearInterval(timer);
  }
  const at = (part: string, minute: number) =>
    median(samples.filter((one) => one.part === part && one.minute === minute).map((one) => one.megabytes));
  const parts = [...new Set(samples.map(({ part }) => part))];
  for (const part of parts) {
    const course = Array.from({ length: minutes }, (_, minute) => at(part, minute).toFixed(0));
    say(`  ${part}: ${course.join(', ')} MB in the minutes from the first to the last`);
  }
  return new Map(parts.map((part) => [part, at(part, minutes - 1) / at(part, 1)]));

  async function takeSample(): Promise<void> {
    const minute = Math.floor((performance.now() - startedAt) / 60_000);
    for (const { part, pid } of await service.processes())
      samples.push({ minute, part, megabytes: rssOf(pid) / 1_024 });
  }

  async function callTools(forMs: number): Promise<void> {
    const until = performance.now() + forMs;
    const call = (text: string) =>
      fetch(`${service.urls[0]}/api/tools/invoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tool: 'slugify', params: { text } }),
      }).then((response) => response.arrayBuffer());
    for (let index = 0; performance.now() < until; index += 1) {
      const isDue = new Promise((resolve) => setTimeout(resolve, 1_000 / toolCallsPerSecond));
      await Promise.all([isDue, call(`Good morning, number ${index}!`).catch(() => undefined)]);
    }
  }
}

/** In kilobytes. */
function rssOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim());
}
