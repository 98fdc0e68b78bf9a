/** Notifies the parent process that this one is ready; does nothing without an IPC channel. */
export function announceReady(): void {
  process.send?.({ ready: true });
}
