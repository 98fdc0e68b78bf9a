import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startTopology, type Topology } from '../start-topology.ts';

/** Starts a topology in a folder of its own for `use`, and stops it. The folder, with the logs, stays after a failure. */
export async function withTopology<T>(
  say: (sentence: string) => void,
  signal: AbortSignal,
  use: (topology: Topology) => Promise<T>,
  variables: Readonly<Record<string, string>> = {},
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-topology-'));
  say(`The topology is in ${folder}; it stays there after a failure.`);
  const topology = await startTopology({
    folder,
    say: (sentence) => say(`  ${sentence}`),
    signal,
    variables,
  });
  try {
    const result = await use(topology);
    await topology.stop();
    const killed = topology.killedForMemory();
    if (killed > 0) throw new Error(`${killed} processes were killed for their memory.`);
    await rm(folder, { recursive: true, force: true });
    return result;
  } finally {
    await topology.stop();
  }
}
