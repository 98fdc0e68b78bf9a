/** How long something took, short: `850 ms`, `1.2 s`, `2 min 5 s`, `3 h 10 min`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joined(minutes, 'min', seconds % 60, 's');
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

const joined = (large: number, unit: string, small: number, smallUnit: string) =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
