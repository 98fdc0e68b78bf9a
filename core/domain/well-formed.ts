/**
 * The same plain data with U+FFFD in place of every lone surrogate, in values and names alike. Providers refuse a prompt
 * that contains half a surrogate pair. Bytes and other objects stay as they are.
 */
export function wellFormed<T>(data: T): T {
  return repaired(data) as T;
}

function repaired(data: unknown): unknown {
  if (typeof data === 'string') return data.toWellFormed();
  if (Array.isArray(data)) return data.map(repaired);
  if (!isPlain(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name.toWellFormed(), repaired(value)]),
  );
}

function isPlain(data: unknown): data is object {
  return typeof data === 'object' && data !== null && Object.getPrototypeOf(data) === Object.prototype;
}
