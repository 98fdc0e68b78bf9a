import type { Plan } from '#contracts/plan.ts';
import type { PlanProposalInput } from '#contracts/proposal.ts';
import { secretNamesIn } from '#domain/named-secret.ts';

type Owned = Pick<PlanProposalInput, 'instructions' | 'allowedDomains'>;

/** A request or a secret of a plan that its owner did not name; null where all are the owner's. */
export function foreignTarget(plan: Plan, { instructions, allowedDomains }: Owned): string | null {
  const named = new Set(secretNamesIn(instructions));
  const secret = secretNamesIn(JSON.stringify(plan)).find((name) => !named.has(name));
  if (secret !== undefined) return `The instructions name no secret ${secret}.`;
  for (const { request } of plan.steps) {
    const url = addressOf(request.url);
    if (url === null) return `${request.url} is no address whose host stands in it.`;
    if (url.username !== '' || url.password !== '') return `${url.host} stands after a user name.`;
    const isWritten = standsIn(instructions, `${url.protocol}//${url.host}`);
    const isKnown = standsIn(instructions, url.host) || isAllowed(url, allowedDomains);
    // Without the owner's word for it, nothing goes out in the clear.
    if (!isWritten && !(isKnown && url.protocol === 'https:'))
      return `Neither the instructions nor the allowed domains have ${url.origin}.`;
  }
  return null;
}

/** Null where the host is not written out. */
function addressOf(template: string): URL | null {
  const [, origin] = /^(https?:\/\/[^/?#\\]+)/i.exec(template) ?? [];
  if (origin === undefined || /[{}%\s]/.test(origin)) return null;
  const filled = template.replaceAll(/\{\{[^]*?\}\}/g, 'x');
  return URL.canParse(filled) ? new URL(filled) : null;
}

/** Whether a text has a host as a whole: not as a part of a longer one. */
function standsIn(text: string, host: string): boolean {
  const escaped = host.replaceAll(/[^\w]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w.@-])${escaped}(?![\w@-]|[.:]\w)`, 'i').test(text);
}

const isAllowed = ({ hostname, port }: URL, domains: readonly string[]): boolean =>
  port === '' &&
  domains.some((domain) =>
    domain.startsWith('*.') ? hostname.endsWith(domain.slice(1)) : hostname === domain,
  );
