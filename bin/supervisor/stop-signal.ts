/**
 * Aborts when we are asked to stop: Ctrl-C, an orchestrator's SIGTERM, a closed terminal, or a launcher that was
 * killed and so closed its IPC channel. A second one changes nothing.
 */
export function stopSignal(): AbortSignal {
  const asked = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
    process.on(event, () => asked.abort(event));
  return asked.signal;
}
