import { sections } from '../sections.ts';
import { withQuery } from './next-page.ts';

/** The form that allows a domain to an agent, filled in with a host. */
export const allowingPath = (agentId: string, host: string): string =>
  withQuery(`${sections['network-access'].path}#add`, { agent: agentId, domain: host });

/** The form that changes a policy of an agent; all of them where it is not known. */
export const policyPath = (agentId: string, policyId: string | undefined): string =>
  withQuery([sections['network-access'].path, policyId ?? []].flat().join('/'), { agent: agentId });
