import type { Logger } from './logger.ts';

type Close = () => Promise<unknown>;

/**
 * Closes what a process opened, in the reverse order of opening, on SIGTERM, SIGINT or when the process that started
 * it goes away. A part that does not close in time is left behind.
 */
export function createShutdown({
  logger,
  partTimeoutMs = 12_000,
}: {
  logger: Logger;
  partTimeoutMs?: number;
}) {
  const parts: { readonly name: string; readonly close: Close }[] = [];
  let closing: Promise<void> | undefined;

  /** Registers what `close` closes; call it right after opening. */
  function onShutdown(name: string, close: Close): void {
    parts.unshift({ name, close });
  }

  function shutdown(exitCode = 0): Promise<void> {
    closing ??= closeAll(exitCode);
    return closing;
  }

  async function closeAll(exitCode: number): Promise<void> {
    for (const { name, close } of parts) {
      const timeout = Promise.withResolvers<string>();
      const timer = setTimeout(() => timeout.resolve('late'), partTimeoutMs);
      try {
        const end = await Promise.race([close(), timeout.promise]);
        if (end === 'late') logger.warn({ part: name }, 'part did not close in time');
      } catch (error) {
        logger.warn({ part: name, error }, 'part did not close cleanly');
      } finally {
        clearTimeout(timer);
      }
    }
    logger.info('stopped');
    process.exit(exitCode);
  }

  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.once(event, () => void shutdown());
  return { onShutdown, shutdown };
}
