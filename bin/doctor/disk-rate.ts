import { readFile, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { type Finding, type Look, notAsked, unwell, well } from './finding.ts';
import { gigabytes } from './measures.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** As in the alert ReveilleDiskFillsUp. */
const daysMin = 4;

const Reading = z.object({ atMs: z.number(), usedBytes: z.number() });
type Reading = z.infer<typeof Reading>;

/** Tells what the disk of the data folder takes on a day, of the readings that runs of the doctor in the last week have left. */
export const diskRateLook = (dataDir: string): Look => ({
  what: 'disk, rate',
  otherwise: 'Make the folder DATA_DIR, and let the user of the service (in the image 1000) write there.',
  look: async () => {
    const { bavail, bfree, blocks, bsize } = await statfs(dataDir);
    const now = { atMs: Date.now(), usedBytes: (blocks - bfree) * bsize };
    const file = path.join(dataDir, 'doctor-readings.json');
    const kept = (await readReadings(file)).filter(({ atMs }) => isWithin(now.atMs - atMs, [0, 7 * dayMs]));
    if (kept.every(({ atMs }) => now.atMs - atMs >= hourMs))
      await writeFile(file, JSON.stringify([...kept, now]), { mode: 0o600 });
    return rateOf(kept[0] ?? now, now, bavail * bsize);
  },
});

/** A file that was cut off is begun anew. */
async function readReadings(file: string): Promise<readonly Reading[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return Reading.array().parse(JSON.parse(text));
  } catch {
    return [];
  }
}

function rateOf(first: Reading, last: Reading, freeBytes: number): Finding {
  const ms = last.atMs - first.atMs;
  if (ms < hourMs) return notAsked('known from the next run on, an hour or more from now');
  const bytesADay = ((last.usedBytes - first.usedBytes) / ms) * dayMs;
  const since = `since ${new Date(first.atMs).toISOString().slice(0, 16)}Z`;
  if (bytesADay <= 0) return well(`no more is used than ${since.replace('since', 'at')}`);
  const days = freeBytes / bytesADay;
  const found = `${gigabytes(bytesADay)} a day ${since}: full in ${days < 10 ? days.toFixed(1) : Math.round(days)} days`;
  if (days >= daysMin) return well(found);
  return unwell(found, 'Make room, or keep less for fewer days (docs/runbook.md, section 12).');
}

const isWithin = (number: number, [least, most]: readonly [number, number]) =>
  number >= least && number <= most;
