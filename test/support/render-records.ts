import type { z } from 'zod';

import type { RecordDefinition } from '#store/records/define.ts';

/** Every record as Markdown: key, type, fields, who writes it, how long it lives. */
export function renderRecords(records: Readonly<Record<string, RecordDefinition>>): string {
  return Object.entries(records)
    .map(([name, record]) => [...headOf(name, record), ...contentOf(record)].join('\n'))
    .join('\n\n');
}

function headOf(name: string, { key, type, purpose, writers, lifetime }: RecordDefinition): string[] {
  return [
    `### ${name}`,
    '',
    purpose,
    '',
    `- Key: \`${key.template}\``,
    `- Type: ${type}`,
    `- Lifetime: ${lifetime}`,
    `- Written by: ${writers.map((file) => `\`adapters/store/${file}\``).join(', ')}`,
  ];
}

function contentOf(record: RecordDefinition): string[] {
  switch (record.type) {
    case 'sorted set':
      return [`- Member: ${record.member}`, `- Score: ${record.score}`];
    case 'set':
      return [`- Member: ${record.member}`];
    case 'list':
    case 'string':
      return [];
    case 'stream':
      return tableOf(describedFields(record.fields));
    case 'hash':
      return tableOf(
        'fields' in record
          ? describedFields(record.fields)
          : record.entries.map(({ name, value }) => [name, value.description ?? 'JSON.']),
      );
  }
}

const describedFields = ({ shape }: z.ZodObject): [string, string][] =>
  Object.entries(shape).map(([name, field]) => [name, (field as z.ZodType).description ?? '']);

const tableOf = (rows: readonly (readonly [string, string])[]): string[] => [
  '',
  '| Field | Meaning |',
  '|---|---|',
  ...rows.map(([name, text]) => `| \`${name}\` | ${text.replaceAll('|', String.raw`\|`)} |`),
];
