import type { AgentScope } from '#contracts/policy.ts';
import type { Egress } from '#egress/egress.ts';

const targetsMax = 5;

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
    const { host, allowed, ground, attachedHeaders } = check;
    return [{ host, allowed, ground, attachedHeaders }];
  });
}

/** One address of each host, up to where something is filled in. */
function addressesIn(text: string): readonly string[] {
  const written = text.matchAll(/https?:\/\/[^\s"'<>{}]+/gi);
  const urls = [...written].flatMap(([address]) => URL.parse(address) ?? []);
  const byHost = new Map(urls.map((url) => [url.hostname, url.href]));
  return [...byHost.values()].slice(0, targetsMax);
}
