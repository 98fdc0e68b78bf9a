import { readProgram, type ReadProgram } from './read-program.ts';

const entriesMax = 200;
const keyCharsMax = 8_192;

/** The programs that were read last: every turn of a run reads its instructions, and few texts are in use at a time. */
const programs = new Map<string, ReadProgram>();

/** As {@link readProgram}, but once for texts that are in use. The case of header names does not matter. */
export function readProgramCached(instructions: string, storedHeaders: readonly string[]): ReadProgram {
  const stored = storedHeaders.map((name) => name.toLowerCase());
  const key = JSON.stringify([instructions, stored]);
  const known = programs.get(key);
  if (known !== undefined) return known;
  const read = readProgram(instructions, stored);
  const [oldest] = programs.keys();
  if (programs.size >= entriesMax && oldest !== undefined) programs.delete(oldest);
  // Texts beyond the limit are refused at once and would only fill the memory.
  if (key.length <= keyCharsMax) programs.set(key, read);
  return read;
}
