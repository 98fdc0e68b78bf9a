import { Agent, request } from 'undici';

import { hashOfToken } from '#domain/token.ts';
import { createSessions } from '#store/token/sessions.ts';
import type { Service } from './console-seed.ts';

/** Somebody who is signed in to the console. */
export async function openReader({ redis, url }: Service, token: string) {
  const session = await createSessions({ redis }).open(hashOfToken(token));
  const headers = { cookie: `reveille=${session}`, 'accept-encoding': 'gzip', accept: 'text/html' };
  const dispatcher = new Agent({ connections: 1, bodyTimeout: 0 });

  async function ask(path: string) {
    const answer = await request(`${url}${path}`, { headers, dispatcher });
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    return answer.body;
  }

  return {
    /** An answer as it comes over the wire. */
    bytes: async (path: string): Promise<Buffer> => Buffer.from(await (await ask(path)).arrayBuffer()),
    /** Milliseconds until the whole answer is there. */
    async time(path: string): Promise<number> {
      const startedAt = performance.now();
      await (await ask(path)).arrayBuffer();
      return performance.now() - startedAt;
    },
    /** An answer that goes on. */
    stream: ask,
    close: () => dispatcher.destroy(),
  };
}

export type ConsoleReader = Awaited<ReturnType<typeof openReader>>;
