/** Does something, such as starting a process, whose files only their owner can read unless it says otherwise. */
export function withPrivateFiles<T>(work: () => T): T {
  const before = process.umask(0o077);
  try {
    return work();
  } finally {
    process.umask(before);
  }
}
