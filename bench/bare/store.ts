import { createClient } from '@redis/client';
import { request } from 'undici';

interface Told {
  readonly jobId: string;
  readonly answerTo: string;
}

/**
 * The records of a delivery in the least run, each write on disk before it is answered. Without a URL it keeps nothing.
 * `target` is where its requests go.
 */
export async function connectBareStore(url: string | undefined, target = '') {
  const redis = createClient({ ...(url !== undefined && { url }) });
  if (url !== undefined) await redis.connect();

  /** Stores a body under its id, once. */
  const keep = (id: string, body: string) => redis.set(`least:${id}`, body, { condition: 'NX' });
  const markStarted = (id: string) => redis.set(`least:${id}:started`, '1');

  /** Writes the decision before a request, from the kept body, for readers of the record during the run. */
  async function decide(id: string): Promise<void> {
    await redis.get(`least:${id}`);
    await redis.set(`least:${id}:decided`, '1');
  }

  /** Sends the body that was kept: a mark before, the result after it. */
  async function send(id: string): Promise<void> {
    const body = await redis.get(`least:${id}`);
    await redis.set(`least:${id}:sending`, '1', { condition: 'NX' });
    const headers = { 'content-type': 'application/json' };
    const { statusCode, body: answer } = await request(target, { method: 'POST', headers, body });
    await answer.text();
    await redis.set(`least:${id}:result`, String(statusCode));
  }

  const hasResult = async (id: string) => (await redis.exists(`least:${id}:result`)) === 1;

  /** Tells that an activity is done, as ours do before its end is recorded. */
  async function tell({ jobId, answerTo }: Told): Promise<void> {
    await redis.publish(answerTo, JSON.stringify({ jobId, result: {} }));
  }

  return {
    keep,
    markStarted,
    decide,
    send,
    tell,
    hasResult,
    close: () => void (redis.isOpen && redis.destroy()),
  };
}
