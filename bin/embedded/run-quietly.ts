import { spawn } from 'node:child_process';

interface RunOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called every ten seconds while the command runs, with the last line it printed. */
  readonly onStillRunning?: (seconds: number, lastLine: string) => void;
}

interface RunResult {
  readonly ok: boolean;
  /** The end of both streams, for error messages. */
  readonly lastLines: string;
  readonly output: string;
}

const keptCharacters = 16_384;

/** Runs a command without showing its output; never rejects. */
export async function runQuietly(command: readonly string[], options: RunOptions): Promise<RunResult> {
  const [program = '', ...args] = command;
  const startedAt = Date.now();
  let output = '';
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-keptCharacters));
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.timeoutMs,
    ...(options.signal && { signal: options.signal }),
  });
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ticker = setInterval(() => {
    options.onStillRunning?.(
      Math.round((Date.now() - startedAt) / 1000),
      output.trimEnd().split('\n').at(-1) ?? '',
    );
  }, 10_000);
  try {
    const ok = await new Promise<boolean>((resolve) => {
      child.once('error', (error) => {
        output += error.message;
        resolve(false);
      });
      child.once('close', (code) => resolve(code === 0));
    });
    return { ok, output, lastLines: output.trimEnd().split('\n').slice(-5).join('\n') };
  } finally {
    clearInterval(ticker);
  }
}
