import type { Process } from '../service/service.ts';

/** Sends a signal to each of them; one that ended a moment ago is left out. */
export function signal(processes: readonly Process[], name: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
