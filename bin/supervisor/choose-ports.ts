import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import getPort, { clearLockedPorts } from 'get-port';
import { z } from 'zod';
import { tryLock } from '../file-lock.ts';
import { SetupError } from '../setup-error.ts';
import type { DataFolder } from './data-folder.ts';
import { freePort } from '#platform/free-port.ts';

const rememberedFile = 'ports.json';
const Remembered = z.record(z.string(), z.int());
type Remembered = z.infer<typeof Remembered>;

export interface PortPreference {
  /** The name under which the port is remembered. */
  readonly name: string;
  /** The variable that sets it, for error messages. */
  readonly variable: string;
  /** The port that the user set; 0 means any free port. */
  readonly explicit: number | undefined;
  /** Taken when nothing is set or remembered; the next free one after it when it is in use. */
  readonly preferred: number;
}

/**
 * A port for every preference. Our own choice is remembered, so that automation URLs stay. Throws {@link SetupError} when a
 * port that was asked for is in use. The claims keep the ports from other starts.
 */
export async function choosePorts<Name extends string>(
  data: DataFolder,
  preferences: readonly (PortPreference & { readonly name: Name })[],
  claims: DisposableStack,
): Promise<Record<Name, number>> {
  const remembered = await readRemembered(data);
  const chosen: Partial<Record<Name, number>> = {};
  for (const preference of preferences) {
    const port = await choose(preference, remembered[preference.name], claims);
    chosen[preference.name] = port;
    if (preference.explicit === undefined) remembered[preference.name] = port;
  }
  await data.write(rememberedFile, JSON.stringify(remembered));
  return chosen as Record<Name, number>;
}

async function choose(
  preference: PortPreference,
  remembered: number | undefined,
  claims: DisposableStack,
): Promise<number> {
  if (preference.explicit === 0) return await freePort();
  if (preference.explicit !== undefined) {
    if (await claim(preference.explicit, claims)) return preference.explicit;
    throw new SetupError(
      `Port ${preference.explicit} is in use. Stop the program that uses it, or set ${preference.variable} to another port.`,
    );
  }
  if (remembered !== undefined && (await claim(remembered, claims))) return remembered;
  for (let port = preference.preferred; port < preference.preferred + 100; port += 1)
    if (await claim(port, claims)) return port;
  return await freePort();
}

/** Takes a free port for this process: two starts at the same moment would both find it free. */
async function claim(port: number, claims: DisposableStack): Promise<boolean> {
  // The package remembers its ports within this process only; the locks below are visible to others.
  clearLockedPorts();
  if ((await getPort({ port })) !== port) return false;
  const folder = path.join(tmpdir(), `reveille-ports-${userInfo().uid}`);
  const attempt = tryLock(path.join(folder, String(port)));
  if (attempt.status === 'taken') return false;
  claims.defer(attempt.release);
  return true;
}

async function readRemembered(data: DataFolder): Promise<Remembered> {
  const text = await data.read(rememberedFile);
  try {
    return Remembered.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
