import type { IncomingMessage } from 'node:http';

/** Timers of requests whose body has not arrived yet. */
const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Calls `late` where the body of a request has not arrived as a whole within a time, unless it takes files. */
export function limitArrival(request: IncomingMessage, withinMs: number, late: () => void): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && Number(length ?? 0) === 0) return;
  const timer = setTimeout(() => {
    if (!request.complete) late();
  }, withinMs);
  timer.unref();
  timers.set(request, timer);
  request.once('close', () => clearTimeout(timer));
}

/** A body of files has as long as the server gives any request. */
export const takeFiles = (request: IncomingMessage): void => clearTimeout(timers.get(request));
