import type { FetchPublic } from '#egress/fetch-public.ts';

const bytesMax = 64 * 1024;
const timeoutMs = 10_000;

/** Fetches a text of a sender at the very address that its rules allow; rejects unless it is answered 200. */
export const fetchText =
  (fetchPublic: FetchPublic) =>
  async (url: string): Promise<string> => {
    const answer = await fetchPublic(url, { bytesMax, timeoutMs, redirectsMax: 0 });
    if (answer.kind === 'fetched' && answer.status === 200) return answer.bytes.toString();
    const why = answer.kind === 'fetched' ? `It answered ${answer.status}` : answer.message;
    throw new Error(`${new URL(url).host} was not read: ${why}`);
  };
