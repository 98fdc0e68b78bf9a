const steps = [
  ['GB', 1_000_000_000],
  ['MB', 1_000_000],
  ['kB', 1_000],
] as const;

/** A number of bytes, short: `12 bytes`, `3.4 kB`. */
export function size(bytes: number): string {
  const [unit, step] = steps.find(([, least]) => bytes >= least) ?? [bytes === 1 ? 'byte' : 'bytes', 1];
  return `${step === 1 ? bytes : (bytes / step).toFixed(1)} ${unit}`;
}
