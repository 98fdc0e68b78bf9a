import { definePage, download } from '../../define-page.ts';

const header = 'month,runs,input_tokens,output_tokens,cost_state,cost_micros,currency';

/** The months as they are told by the API; an amount that is not known is empty. */
export const downloadUsage = () =>
  definePage({
    method: 'get',
    path: '/console/usage/months.csv',
    access: 'owner',
    handle: async ({ manage }) => {
      const { items } = await manage.listUsage({ query: { months: '36' } });
      const lines = items.map(({ month, automationRuns, inputTokens, outputTokens, cost }) =>
        [
          month,
          automationRuns,
          inputTokens,
          outputTokens,
          cost.state,
          cost.amountMicros ?? '',
          cost.currency,
        ].join(','),
      );
      return download({
        type: 'text/csv; charset=utf-8',
        fileName: 'usage.csv',
        content: `${[header, ...lines].join('\r\n')}\r\n`,
      });
    },
  });
