import type { LeavingRequest, NeededApproval, PolicyRecord } from '#contracts/policy.ts';
import { replaceSecrets } from '#domain/named-secret.ts';
import { coversPath } from './path-pattern.ts';
import { pathReadings } from './path-readings.ts';

/** The approval that policies which cover a target ask for; null where none does. The strictest of them counts. */
export function neededApproval(
  matching: readonly PolicyRecord[],
  asked: LeavingRequest,
): NeededApproval | null {
  const asking = matching.filter((policy) => asksFor(policy, asked));
  const [first] = asking;
  if (first === undefined) return null;
  return { policyId: first.id, hours: Math.min(...asking.map(({ approval }) => approval?.hours ?? 1)) };
}

function asksFor({ approval }: PolicyRecord, asked: LeavingRequest): boolean {
  if (approval === undefined || (approval.needed === 'writes' && isRead(asked))) return false;
  return !approval.except?.some(
    ({ method, path }) => method === asked.method && coversEveryReading(path, asked.path),
  );
}

const isRead = ({ method, effect }: LeavingRequest): boolean =>
  effect === undefined ? method === 'GET' : effect === 'read';

/** A path that a server may take for another one is no exception. A `*` has always stood for the place of a secret too. */
function coversEveryReading(pattern: string, path: string): boolean {
  const [wanted, asked] = [pattern, path].map((text) =>
    pathReadings(replaceSecrets(text, (name) => `secret:${name}`)),
  );
  const patterns = (wanted ?? []).filter((written) => !written.endsWith('/**'));
  return asked?.every((reading) => patterns.some((written) => coversPath(written, reading))) ?? false;
}
