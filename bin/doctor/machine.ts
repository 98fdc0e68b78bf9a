import { open, rm, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';

import { type Finding, type Look, unwell, well } from './finding.ts';
import { gigabytes, medianMs } from './measures.ts';

const freeShareMin = 0.1;
const slowWriteMs = 50;
const memoryMin = 1e9;

/** The disk of the data folder, and the memory that this process may take. */
export const machineLooks = (dataDir: string): readonly Look[] => [
  {
    what: 'disk of DATA_DIR',
    otherwise: 'Make the folder, and let the user of the service (in the image 1000) write there.',
    look: async () => await lookAtDisk(dataDir),
  },
  { what: 'memory', otherwise: '', look: async () => await Promise.resolve(lookAtMemory()) },
];

async function lookAtDisk(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const file = path.join(folder, `doctor-${process.pid}`);
  const handle = await open(file, 'wx', 0o600);
  try {
    const ms = await medianMs(async () => {
      await handle.write(Buffer.alloc(4_096), 0, 4_096, 0);
      await handle.sync();
    });
    const found = `${gigabytes(bavail * bsize)} of ${gigabytes(blocks * bsize)} are free; ${Math.round(1_000 / ms)} writes a second reach it`;
    if (bavail < freeShareMin * blocks)
      return unwell(found, 'Make room: on a full disk nothing is accepted (docs/runbook.md, section 12).');
    if (ms > slowWriteMs) return unwell(found, 'Take a faster disk for what is kept on it.');
    return well(found);
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}

function lookAtMemory(): Finding {
  const [limit, machine] = [process.constrainedMemory(), totalmem()];
  const isLimited = limit > 0 && limit < 2 ** 60;
  const found = isLimited
    ? `this process may take ${gigabytes(limit)} of the ${gigabytes(machine)} of the machine`
    : `no limit, ${gigabytes(machine)} in the machine`;
  if (isLimited && limit > machine)
    return unwell(
      found,
      'Set mem_limit, or the limit of the pod, below the memory of the machine: the system ends what goes beyond.',
    );
  if ((isLimited ? limit : machine) < memoryMin) return unwell(found, 'Give each process 1 GB or more.');
  return well(found);
}
