/** Aborts when somebody asks us to end: Ctrl-C, an orchestrator's SIGTERM, a closed terminal. A second one changes nothing. */
export function stopSignal(): AbortSignal {
  const asked = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => asked.abort(name));
  return asked.signal;
}
