import type { FetchPublic } from '../../../egress/fetch-public.ts';

/** The way out for a stranger's URL, as the image analyst takes it. */
export function createFetchImage(fetchPublic: FetchPublic) {
  return async (...request: Parameters<FetchPublic>) => {
    const answer = await fetchPublic(...request);
    if (answer.kind !== 'fetched') return answer;
    return { kind: 'answered' as const, status: answer.status, body: answer.bytes };
  };
}
