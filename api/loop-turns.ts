/** Does so much of what is waiting in one turn of the event loop; between two turns everybody else has theirs. */
export function createLoopTurns<T>(atOnce: number, work: (item: T) => void) {
  const waiting = new Set<T>();
  let isPlanned = false;

  function plan(): void {
    if (isPlanned || waiting.size === 0) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      for (const item of [...waiting].slice(0, atOnce)) {
        waiting.delete(item);
        work(item);
      }
      plan();
    });
  }

  return {
    add(item: T): void {
      waiting.add(item);
      plan();
    },
    remove: (item: T): void => void waiting.delete(item),
  };
}
