import { z } from 'zod';

const LogLine = z.object({
  level: z.number(),
  msg: z.string().optional(),
  // Fields other than errors with a message appear in the log file only.
  err: z.object({ message: z.string() }).optional().catch(undefined),
  error: z.object({ message: z.string() }).optional().catch(undefined),
});

const warn = 40;
const error = 50;

/**
 * The part of a line by one of our processes that the terminal shows: warnings and errors of the JSON log, shortened, and
 * lines written to standard error without our logger. Undefined: nothing.
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
