import { withQuery } from '../../parts/next-page.ts';

export const apisPath = '/console/network-access/apis';

export const apiPath = (
  agentId: string,
  apiId: string,
  more: Record<string, string | undefined> = {},
): string => withQuery(`${apisPath}/${apiId}`, { agent: agentId, ...more });
