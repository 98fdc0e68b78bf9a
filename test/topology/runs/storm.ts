import type { StormOptions } from '#test/storm/plan/options.ts';
import { progressPrinter } from '#test/storm/progress-printer.ts';
import { runStorm } from '#test/storm/run-storm.ts';
import { startTopology, type Topology } from '../start-topology.ts';
import { stormService } from '../storm-service.ts';

/** Plays a storm on a topology below the folder, and prints it. Gives whether it was good. */
export async function stormOnTopology(
  options: StormOptions,
  folder: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { progress, say } = progressPrinter();
  let topology: Topology | undefined;
  const { lines, isGood } = await runStorm({
    options,
    folder,
    stop: signal,
    onProgress: progress,
    onRecovery: ({ name, struckAtMs, tookMs, skipped }) => {
      const course = tookMs === null ? 'over' : `work again after ${(tookMs / 1000).toFixed(1)} s`;
      say(`${name} at ${(struckAtMs / 1000).toFixed(1)}: ${skipped ?? course}`);
    },
    start: async () => {
      topology = await startTopology({ folder, say: (text) => say(`  ${text}`), signal });
      return stormService(topology);
    },
  });
  for (const line of lines) say(line);
  const killed = topology?.killedForMemory() ?? 0;
  say(`killed for memory  ${killed}`);
  return isGood && killed === 0;
}
