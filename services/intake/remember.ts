/** Each entry is of an automation or a key; what was forgotten is found again. */
const entriesMax = 10_000;

/** Sets an entry of a map that forgets its oldest ones rather than grow on. */
export function remember<Value>(
  known: Map<string, Value>,
  key: string,
  value: Value,
  max: number = entriesMax,
): void {
  const [oldest] = known.keys();
  if (known.size >= max && oldest !== undefined && !known.has(key)) known.delete(oldest);
  known.set(key, value);
}
