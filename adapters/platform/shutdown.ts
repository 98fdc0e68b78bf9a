import { withTimeout } from '#domain/with-timeout.ts';
import type { Logger } from './logger.ts';

type Close = () => Promise<unknown>;

/** After the shared time is used up, each remaining part gets this long: idle connections close immediately. */
const lastMs = 200;

/**
 * Closes what a process opened, in the reverse order of opening, on SIGTERM, SIGINT or when the parent process
 * exits. Parts share `closeWithinMs`; a part that does not close in time is abandoned. `stopping` aborts when it begins.
 */
export function createShutdown({
  logger,
  closeWithinMs,
}: {
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly closeWithinMs: number;
}) {
  const parts: { readonly name: string; readonly close: Close }[] = [];
  let closing: Promise<void> | undefined;
  const stopping = new AbortController();

  /** Registers what `close` closes; call it right after opening. */
  function onShutdown(name: string, close: Close): void {
    parts.unshift({ name, close });
  }

  function shutdown(exitCode = 0): Promise<void> {
    stopping.abort();
    closing ??= closeAll(exitCode);
    return closing;
  }

  async function closeAll(exitCode: number): Promise<void> {
    const sharedUntil = Date.now() + closeWithinMs - lastMs * parts.length;
    for (const { name, close } of parts) {
      const leftMs = Math.max(lastMs, sharedUntil - Date.now());
      try {
        await withTimeout(close(), leftMs, 'not closed in time');
      } catch (error) {
        logger.warn({ part: name, error }, 'part did not close cleanly');
      }
    }
    logger.info('stopped');
    process.exit(exitCode);
  }

  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.once(event, () => void shutdown());
  return { onShutdown, shutdown, stopping: stopping.signal };
}
