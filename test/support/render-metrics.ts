import type { Definition } from '#platform/metrics/definitions.ts';

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);

/** Every metric as a row of a Markdown table. */
export function renderMetrics(definitions: Readonly<Record<string, Definition>>): string {
  const rows = Object.values(definitions).map(({ kind, name, help, labels = {}, servedBy }) => {
    const values = Object.entries(labels).map(([label, meaning]) => `\`${label}\`: ${meaning}`);
    const where = servedBy.map((process) => (process === 'workflow' ? 'worker' : process)).join(', ');
    return `| \`${name}\` | ${kind} | ${cell(help)} | ${cell(values.join('. '))} | ${where} |`;
  });
  return ['| Metric | Kind | Meaning | Labels | Served by |', '|---|---|---|---|---|', ...rows].join('\n');
}
