import { definePage } from '../../define-page.ts';
import { type ActivityQuery, activityQuery, searchOf } from './activity-query.ts';

/** What the list shows, on all its pages. */
const wanted = (query: Readonly<Record<string, string | undefined>>): ActivityQuery => {
  const { cursor: _, ...filters } = searchOf(activityQuery(query), Date.now());
  return filters;
};

export const exportCsv = () =>
  definePage({
    method: 'get',
    path: '/console/activity/export.csv',
    access: 'owner',
    handle: async ({ manage, query }) => {
      const { type, file } = await manage.exportDeliveriesCsv({ query: wanted(query) });
      return { kind: 'download', type, fileName: 'activity.csv', content: file };
    },
  });

export const exportJsonLines = () =>
  definePage({
    method: 'get',
    path: '/console/activity/export.jsonl',
    access: 'owner',
    handle: async ({ manage, query }) => {
      const { type, file } = await manage.exportDeliveriesJson({ query: wanted(query) });
      return { kind: 'download', type, fileName: 'activity.jsonl', content: file };
    },
  });
