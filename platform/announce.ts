/** Tells the process that started this one that it is ready; a process of its own has nobody to tell. */
export function announceReady(): void {
  process.send?.({ ready: true });
}
