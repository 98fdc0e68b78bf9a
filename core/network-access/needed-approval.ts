import type { LeavingRequest, NeededApproval, PolicyRecord } from '#contracts/policy.ts';

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
  return !approval.except?.some(({ method, path }) => method === asked.method && covers(path, asked.path));
}

const isRead = ({ method, effect }: LeavingRequest): boolean =>
  effect === undefined ? method === 'GET' : effect === 'read';

/** `*` stands for one whole segment, which is not empty. */
function covers(pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === found.length &&
    wanted.every((part, index) => part === found[index] || (part === '*' && found[index] !== ''))
  );
}
