import type { Ground } from '#contracts/outbound.ts';
import type { AgentScope } from '#contracts/policy.ts';
import type { Egress } from '#egress/egress.ts';

const targetsMax = 5;
const narrowing: ReadonlySet<Ground> = new Set(['method', 'path', 'ambiguous']);

/** The hosts that instructions name in addresses, and whether Network Access lets the agent reach them. Sends nothing. */
export async function namedTargets(
  { egress }: { readonly egress: Pick<Egress, 'check'> },
  scope: AgentScope,
  instructions: string,
) {
  const checks = await Promise.all(
    addressesIn(instructions).map((url) => egress.check(scope, { method: 'POST', url })),
  );
  return checks.flatMap((check) => {
    if (check.kind === 'invalid') return [];
    const { host, ground, attachedHeaders } = check;
    // Method and path are filled in later: of the host alone it is known that it may be reached.
    const isNarrowed = narrowing.has(ground);
    const allowed = check.allowed || isNarrowed;
    return [{ host, allowed, ground: isNarrowed ? 'policy' : ground, attachedHeaders }];
  });
}

/** One address of each host, up to where something is filled in. */
function addressesIn(text: string): readonly string[] {
  const written = text.matchAll(/https?:\/\/[^\s"'<>{}]+/gi);
  const urls = [...written].flatMap(([address]) => URL.parse(address) ?? []);
  const byHost = new Map(urls.map((url) => [url.hostname, url.href]));
  return [...byHost.values()].slice(0, targetsMax);
}
