import type { FetchPublic } from '#egress/fetch-public.ts';

/** Adapts fetching of untrusted URLs to what the image analyst takes. */
export function createFetchImage(fetchPublic: FetchPublic) {
  return async (...request: Parameters<FetchPublic>) => {
    const answer = await fetchPublic(...request);
    if (answer.kind !== 'fetched') return answer;
    return { kind: 'answered' as const, status: answer.status, body: answer.bytes };
  };
}
