import { stringify } from 'csv-stringify/sync';

import { csvFormat } from '#domain/csv-format.ts';
import type { AnswerTo, OperationCalls } from '#api/routing/call-operation.ts';
import { definePage, download } from '../../define-page.ts';
import type { Used } from './measures.ts';
import { usagePath } from './usage-path.ts';

type Month = AnswerTo<'readUsage'>;
type Cell = string | number | null;

const usedHead = ['runs', 'input_tokens', 'output_tokens', 'cost_state', 'cost_micros', 'currency'];

/** An amount that is not known is empty. */
const usedCells = ({ automationRuns, inputTokens, outputTokens, cost }: Used): Cell[] => [
  automationRuns,
  inputTokens,
  outputTokens,
  cost.state,
  cost.amountMicros,
  cost.currency,
];

/** The content of each file: the first columns of its rows, and the rows of a month. */
const files = {
  months: { fileName: 'usage.csv', head: [], rows: (month: Month) => [usedCells(month)] },
  automations: {
    fileName: 'usage-by-automation.csv',
    head: ['automation_id', 'automation_name'],
    rows: ({ automations }: Month) => automations.map((row) => [row.id, row.name, ...usedCells(row)]),
  },
  models: {
    fileName: 'usage-by-model.csv',
    head: ['model'],
    rows: ({ models }: Month) => models.map((row) => [row.model, ...usedCells(row)]),
  },
} as const;

/** The newest 36 months as they are told by the API, newest first. */
const downloadOf = (name: keyof typeof files) => () =>
  definePage({
    method: 'get',
    path: `${usagePath}/${name}.csv`,
    handle: async ({ manage }) => {
      const { fileName, head, rows } = files[name];
      const lines = (await everyMonth(manage)).flatMap((month) =>
        rows(month).map((cells): Cell[] => [month.month, ...cells]),
      );
      return download({
        type: 'text/csv; charset=utf-8',
        fileName,
        content: stringify([['month', ...head, ...usedHead], ...lines], csvFormat),
      });
    },
  });

async function everyMonth(manage: OperationCalls): Promise<readonly Month[]> {
  const { items } = await manage.listUsage({ query: { months: '36' } });
  return await Promise.all(items.map(({ month }) => manage.readUsage({ params: { month } })));
}

export const usageDownloads = [
  downloadOf('months'),
  downloadOf('automations'),
  downloadOf('models'),
] as const;
