import { cp } from 'node:fs/promises';
import path from 'node:path';

import { type Disk, mountDisk } from './faults/disk.ts';
import type { StormOptions } from './plan/options.ts';
import { type Service, startService } from './service/service.ts';
import { newShop, type Shop } from './service/shop.ts';
import type { StormTarget } from './service/target.ts';

export interface StormSetup {
  readonly service: Service;
  readonly shops: readonly Shop[];
  /** The disk that holds the data, or why it has none of its own. */
  readonly disk: Disk | string;
  /** Stops everything; the exit codes of the starts. */
  readonly close: () => Promise<readonly (number | null)[]>;
}

/** A service with data of its own below a folder, and the workspaces of a storm in it. */
export async function setUpStorm(
  { faults, instances, workspaces }: StormOptions,
  folder: string,
  target: StormTarget,
  start = () => startService(folder, instances),
): Promise<StormSetup> {
  const isDiskFilled = faults.includes('full-disk');
  const disk = isDiskFilled ? await mountDisk(path.join(folder, 'first')) : 'no disk is filled';
  const removeDisk = async () => {
    if (typeof disk === 'string') return;
    // The logs stay when the disk is gone.
    await cp(path.join(disk.folder, 'logs'), path.join(folder, 'logs'), { recursive: true }).catch(
      () => undefined,
    );
    await disk.remove();
  };
  let service: Service;
  try {
    service = await start();
  } catch (error) {
    await removeDisk();
    throw error;
  }
  const close = async () => {
    const codes = await service.stop();
    await removeDisk();
    return codes;
  };
  try {
    const shops: Shop[] = [];
    for (let number = 0; number < workspaces; number += 1)
      shops.push(await newShop(number, { ...service, target }));
    return { service, shops, disk, close };
  } catch (error) {
    await close();
    throw error;
  }
}
