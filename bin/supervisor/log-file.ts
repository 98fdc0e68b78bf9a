import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface LogFile {
  readonly write: (line: string) => void;
  readonly close: () => void;
}

/** Appends lines to a file. A line that cannot be written, on a full disk for example, is lost and harms nothing else. */
export function openLogFile(file: string): LogFile {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, 'a', 0o600);
  let isOpen = true;
  return {
    write(line) {
      if (!isOpen) return;
      try {
        writeSync(descriptor, `${line}\n`);
      } catch {
        // There is no other place to say it; the next line is tried again.
      }
    },
    close() {
      isOpen = false;
      closeSync(descriptor);
    },
  };
}
