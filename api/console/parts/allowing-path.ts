import { sections } from '../sections.ts';
import { withQuery } from './next-page.ts';

/** The form that allows a domain to an agent, filled in with a host. */
export const allowingPath = (agentId: string, host: string): string =>
  withQuery(`${sections['network-access'].path}#add`, { agent: agentId, domain: host });
