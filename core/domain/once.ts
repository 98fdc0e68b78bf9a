/** Makes a value on the first call and keeps it; where making it throws, the next call tries again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
