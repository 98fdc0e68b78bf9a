import { definePage, type PageRequest } from '../../define-page.ts';
import { type ActivityQuery, activityQuery, searchOf } from './activity-query.ts';

/** The rows of the list, on all its pages. */
const wanted = ({ query, timeZone }: PageRequest<'owner'>): ActivityQuery => {
  const { cursor: _, ...filters } = activityQuery(query);
  return searchOf(filters, { nowMs: Date.now(), timeZone });
};

export const exportCsv = () =>
  definePage({
    method: 'get',
    path: '/console/activity/export.csv',
    handle: async (request) => {
      const { type, file } = await request.manage.exportDeliveriesCsv({ query: wanted(request) });
      return { kind: 'download', type, fileName: 'activity.csv', content: file };
    },
  });

export const exportJsonLines = () =>
  definePage({
    method: 'get',
    path: '/console/activity/export.jsonl',
    handle: async (request) => {
      const { type, file } = await request.manage.exportDeliveriesJson({ query: wanted(request) });
      return { kind: 'download', type, fileName: 'activity.jsonl', content: file };
    },
  });
