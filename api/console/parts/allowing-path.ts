import { policyKindOf } from '#domain/policy-kind.ts';
import { type Html, html } from '../../html.ts';
import { sections } from '../sections.ts';
import { withQuery } from './next-page.ts';

const allowable = {
  host: { field: 'domain', anchor: 'add', text: 'Allow this domain' },
  mail: { field: 'address', anchor: 'add-address', text: 'Allow this address' },
} as const;

/** A link to the form that allows a host or an address to an agent, filled in. */
export function allowLink(agentId: string, name: string): Html {
  const { field, anchor, text } = allowable[policyKindOf(name)];
  const path = withQuery(`${sections['network-access'].path}#${anchor}`, { agent: agentId, [field]: name });
  return html`<a href="${path}">${text}</a>`;
}

/** The form that changes a policy of an agent; all of them where it is not known. */
export const policyPath = (agentId: string, policyId: string | undefined): string =>
  withQuery([sections['network-access'].path, policyId ?? []].flat().join('/'), { agent: agentId });
