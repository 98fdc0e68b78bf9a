/** Calls a function at most once in a time, however often it is called itself: for warnings that come in floods. */
export function seldom(everyMs: number, call: () => void, now: () => number = Date.now): () => void {
  let nextMs = 0;
  return () => {
    const nowMs = now();
    if (nowMs < nextMs) return;
    nextMs = nowMs + everyMs;
    call();
  };
}
