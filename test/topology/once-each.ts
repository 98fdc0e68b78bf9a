/** After so long without it, a line is told anew. */
const quietMs = 5_000;

/** Parts of a line in which two of a kind differ. */
const ids = /[\da-f]{8}[\da-f-]*|\d+/g;

/**
 * Lines of processes such as `[api-1] warning: redis connection lost: …`, each kind once in an outage, however many processes
 * repeat it and with whatever cause. Other lines are told as they come.
 */
export function onceEach(say: (line: string) => void, now: () => number = performance.now.bind(performance)) {
  const lastAt = new Map<string, number>();
  const untold = new Map<string, number>();
  return function tell(line: string): void {
    const kind = /^\[[^\]]+\] ((?:warning|error): [^:]*)/.exec(line)?.[1]?.replaceAll(ids, '#');
    if (kind === undefined) return say(line);
    const isNew = now() - (lastAt.get(kind) ?? -Infinity) > quietMs;
    lastAt.set(kind, now());
    const before = untold.get(kind) ?? 0;
    untold.set(kind, isNew ? 0 : before + 1);
    if (isNew) say(before === 0 ? line : `${line} (${before} more like it before)`);
  };
}
