/** The value of one series on a metrics page, such as `reveille_workers` or `x_total{answer="accepted",reason=""}`. */
export function metricValue(page: string, series: string): number | undefined {
  const line = page.split('\n').find((line) => line.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}
