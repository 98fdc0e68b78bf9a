import { z } from 'zod';

const LogLine = z.object({
  level: z.number(),
  msg: z.string().optional(),
  // A field that is not an error with a message is left to the log file.
  err: z.object({ message: z.string() }).optional().catch(undefined),
  error: z.object({ message: z.string() }).optional().catch(undefined),
});

const warn = 40;
const error = 50;

/**
 * What the terminal shows of a line that a process of ours wrote: warnings and errors of the JSON log in short, and
 * whatever it wrote to standard error without our logger. Undefined: the log file is enough.
 */
export function terminalLine(name: string, stream: 'stdout' | 'stderr', line: string): string | undefined {
  const entry = parseLogLine(line);
  if (entry === undefined) return stream === 'stderr' && line.trim() !== '' ? `[${name}] ${line}` : undefined;
  if (entry.level < warn) return undefined;
  const text = [entry.msg, (entry.err ?? entry.error)?.message].filter(
    (part) => part !== undefined && part !== '',
  );
  return `[${name}] ${entry.level < error ? 'warning' : 'error'}: ${[...new Set(text)].join(': ')}`;
}

function parseLogLine(line: string): z.infer<typeof LogLine> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return LogLine.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
