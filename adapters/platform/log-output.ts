import { write, writeSync } from 'node:fs';

/** Lines are buffered for at most this long, and flushed on exit. */
const writeEveryMs = 100;
const writeFromCharacters = 4096;
/** Lines beyond this are dropped: a full disk or a reader that stands still must not fill the memory. */
const keptCharactersMax = 1_000_000;
/** A pipe that stays full at exit is given up after this many pauses. */
const exitTries = 20;
const exitPauseMs = 10;

export interface LogOutput {
  readonly write: (line: string) => void;
}

/**
 * Log lines to a file descriptor. No error of it harms the process: a full disk is tried again, and once the reader of a
 * pipe is gone lines are dropped. (pino's own destination repeats a failed write for ever when the process exits.)
 */
export function createLogOutput(fd: number): LogOutput {
  let waiting = '';
  let current: Buffer = Buffer.alloc(0);
  let isWriting = false;
  let isReaderGone = false;
  let timer: NodeJS.Timeout | undefined;

  function add(line: string): void {
    if (isReaderGone || waiting.length + line.length > keptCharactersMax) return;
    waiting += line;
    if (waiting.length >= writeFromCharacters) writeNext();
    else timer ??= setTimeout(writeNext, writeEveryMs).unref();
  }

  function writeNext(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isWriting) return;
    takeWaiting();
    if (current.length === 0) return;
    isWriting = true;
    write(fd, current, (error, written) => {
      isWriting = false;
      if (error === null) current = current.subarray(written);
      else if (error.code === 'EPIPE') giveUp();
      if (error !== null || waiting.length + current.length > 0)
        timer ??= setTimeout(writeNext, error === null ? 0 : writeEveryMs).unref();
    });
  }

  function takeWaiting(): void {
    if (current.length > 0) return;
    current = Buffer.from(waiting);
    waiting = '';
  }

  function giveUp(): void {
    isReaderGone = true;
    waiting = '';
    current = Buffer.alloc(0);
  }

  process.once('exit', () => {
    // A write that is under way has its bytes already.
    writeAtOnce(fd, isWriting ? Buffer.from(waiting) : Buffer.concat([current, Buffer.from(waiting)]));
  });
  return { write: add };
}

/** For the end of a process, where nothing can be waited for. */
function writeAtOnce(fd: number, bytes: Buffer): void {
  let rest = bytes;
  for (let tries = 0; tries < exitTries && rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      tries += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, exitPauseMs);
    }
  }
}
