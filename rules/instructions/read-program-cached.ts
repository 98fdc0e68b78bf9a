import { readProgram, type ReadProgram } from './read-program.ts';

/** What was read lately: every turn of every run reads its instructions, and few are in use at a time. */
const kept = new Map<string, ReadProgram>();
const keptMax = 200;

/** As {@link readProgram}, which it calls once for texts that are in use. The case of header names does not matter. */
export function readKept(instructions: string, storedHeaders: readonly string[]): ReadProgram {
  const stored = storedHeaders.map((name) => name.toLowerCase());
  const key = JSON.stringify([instructions, stored]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const read = readProgram(instructions, stored);
  const [oldest] = kept.keys();
  if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest);
  // Texts beyond the limit are refused at once and would only fill the memory.
  if (key.length <= keyCharsMax) kept.set(key, read);
  return read;
}

const keyCharsMax = 8_192;
