/** Captured console output of the engines: not printed, but it reveals whether a file was repaired. */
export interface RepairNotes {
  /** Whether a file was rebuilt since the last call; forgets it. */
  take(): boolean;
}

const rebuilt = 'Indexing all PDF objects';

/** Replaces the console methods, so that engines do not write to the output of the service. */
export function muteConsole(target: Console): RepairNotes {
  let repaired = false;
  const listen = (...parts: readonly unknown[]) => {
    if (typeof parts[0] === 'string' && parts[0].includes(rebuilt)) repaired = true;
  };
  Object.assign(target, { log: listen, info: listen, warn: listen, error: listen, debug: listen });
  return {
    take() {
      const result = repaired;
      repaired = false;
      return result;
    },
  };
}
