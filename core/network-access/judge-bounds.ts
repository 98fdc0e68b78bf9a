import type { AttachingPolicy, PolicyRecord } from '#contracts/policy.ts';
import type { BoundedRequest, BoundsGround, MemberBound, StoredBounds } from '#contracts/policy-bounds.ts';
import { hidesMethod } from './hidden-method.ts';
import { createBodyJudge } from './judge-body.ts';
import { boundWords } from './bound-words.ts';
import {
  coversPath,
  exactly,
  prefixCoversPath,
  specificityOf,
  type Spelling,
  tolerantly,
} from './path-pattern.ts';
import { pathReadings } from './path-readings.ts';

export interface JudgedBounds {
  readonly ground: BoundsGround;
  /** For `member`: the bound, and why the body does not hold it; never a value of the body. */
  readonly fault: string | null;
  /** The policies whose methods and paths cover the request, closest first, each with the header that it has for the path. */
  readonly covering: readonly AttachingPolicy[];
  /** Bounds of members of a body that is not known yet. */
  readonly unjudged: readonly string[];
}

const isNarrowed = ({ bounds, credentials }: PolicyRecord): boolean =>
  bounds !== undefined || credentials !== undefined;

/** Judges a request by the methods, paths and members of the policies that cover its host, closest first. */
export function judgeBounds(
  matching: readonly PolicyRecord[],
  request: BoundedRequest | undefined,
): JudgedBounds {
  if (request === undefined || !matching.some(isNarrowed)) return { ...allowed, covering: matching };
  const readings = pathReadings(request.path);
  if (readings === null) return refused('ambiguous');
  const judged = readings.flatMap((path) =>
    [exactly, tolerantly].map((spelling) => judgeReading(matching, { ...request, path }, spelling)),
  );
  const [first = refused('path')] = judged;
  if (first.ground !== 'policy') return first;
  // A server may take the path for another one: each must be allowed, with the same headers and under the same bounds.
  if (judged.some((other) => signatureOf(other) !== signatureOf(first))) return refused('ambiguous');
  return judgeMembers(first, request);
}

const allowed = { ground: 'policy', fault: null, unjudged: [], bounds: [] } as const;

interface JudgedReading extends JudgedBounds {
  /** The bounds of members that the body must hold. */
  readonly bounds: readonly MemberBound[];
}

const refused = (ground: BoundsGround, fault: string | null = null): JudgedReading => ({
  ...allowed,
  ground,
  fault,
  covering: [],
});

const signatureOf = ({ ground, covering, bounds }: JudgedReading): string =>
  JSON.stringify([ground, covering.map(({ id, pathPrefix }) => [id, pathPrefix]), bounds]);

function judgeReading(
  matching: readonly PolicyRecord[],
  request: BoundedRequest,
  spelling: Spelling,
): JudgedReading {
  const ofPath = matching.filter(({ bounds }) => specificity(bounds, request, spelling) !== null);
  const covering = ofPath.filter(({ bounds }) => allowsMethod(bounds, request));
  const closest = covering.filter(({ domain }) => domain === matching[0]?.domain);
  if (closest.length === 0)
    return refused(ofPath.some(({ domain }) => domain === matching[0]?.domain) ? 'method' : 'path');
  const ranks = closest.map(({ bounds }) => specificity(bounds, request, spelling) ?? '');
  const highest = ranks.reduce((one, other) => (other > one ? other : one));
  const deciding = closest.filter((_, index) => ranks[index] === highest);
  return {
    ...allowed,
    covering: byPrefix(covering.map((policy) => withPathHeader(policy, request.path, spelling))),
    bounds: deciding.flatMap(({ bounds }) => bounds?.members ?? []).filter(appliesTo(request, spelling)),
  };
}

const allowsMethod = (bounds: StoredBounds | undefined, request: BoundedRequest): boolean =>
  bounds?.methods === undefined ||
  (bounds.methods.some((method) => method === request.method) && !hidesMethod(request));

/** How closely the paths of a policy name the path; null where none does. */
function specificity(
  bounds: StoredBounds | undefined,
  { path }: BoundedRequest,
  spelling: Spelling,
): string | null {
  const covering = (bounds?.paths ?? ['/**']).filter((pattern) => coversPath(pattern, path, spelling));
  return covering.map(specificityOf).toSorted().at(-1) ?? null;
}

/** A policy with the header that it has for a path: that of the longest prefix which covers it, else its own. */
function withPathHeader(policy: PolicyRecord, path: string, spelling: Spelling): AttachingPolicy {
  const [longest] = byPrefix(
    (policy.credentials ?? []).filter(({ pathPrefix }) => prefixCoversPath(pathPrefix, path, spelling)),
  );
  if (longest === undefined) return policy;
  const { oauth: _, ...withoutOAuth } = policy;
  return { ...withoutOAuth, ...longest };
}

/** Puts the longest prefix first among those for one domain. */
function byPrefix<P extends { readonly domain?: string; readonly pathPrefix?: string }>(
  list: readonly P[],
): readonly P[] {
  const domains = list.map(({ domain }) => domain);
  const depth = ({ pathPrefix = '' }: P) => pathPrefix.replace(/^\/$/, '').split('/').length;
  const rank = ({ domain }: P) => domains.indexOf(domain);
  return list.toSorted((a, b) => rank(a) - rank(b) || depth(b) - depth(a));
}

/** Without a method, whatever has a body, or should have one. */
const appliesTo =
  ({ method, path, body }: BoundedRequest, spelling: Spelling) =>
  (bound: MemberBound): boolean =>
    (bound.method === undefined
      ? method === 'POST' || method === 'PATCH' || (body ?? null) !== null
      : bound.method === method) && coversPath(bound.path ?? '/**', path, spelling);

function judgeMembers(judged: JudgedReading, request: BoundedRequest): JudgedBounds {
  const { bounds, covering } = judged;
  if (bounds.length === 0) return judged;
  if (request.body === undefined) return { ...judged, unjudged: bounds.map(boundWords) };
  const judge = createBodyJudge(
    request,
    covering.flatMap(({ headerName }) => headerName ?? []),
  );
  const fault = bounds.map(judge).find((one) => one !== null);
  return fault === undefined ? judged : refused('member', fault);
}
