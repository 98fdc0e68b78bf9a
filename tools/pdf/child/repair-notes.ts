/** What an engine says on the console: never printed, but a rebuilt index of objects is worth knowing. */
export interface RepairNotes {
  /** Whether a file was rebuilt since the last call; forgets it. */
  take(): boolean;
}

const rebuilt = 'Indexing all PDF objects';

/** Takes the place of the console, so that no engine writes to the output of the service. */
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
