import { z } from 'zod';

import { answerTo } from './answer.ts';

/** Calls of the management API with the token of a workspace. Each answer is parsed by its schema. Throws SetupError. */
export function manageApi({ apiUrl, token }: { readonly apiUrl: string; readonly token: string }) {
  async function call<T>(schema: z.ZodType<T>, method: string, path: string, body?: object): Promise<T> {
    return await answerTo(`${method} /manage${path}`, schema, `${apiUrl}/manage${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  }

  /** The first matching item of a list, over all pages. */
  async function find<T>(
    schema: z.ZodType<T>,
    path: string,
    isIt: (item: T) => boolean,
  ): Promise<T | undefined> {
    const Page = z.object({ items: z.array(schema), nextCursor: z.string().nullable() });
    for (let cursor: string | null = ''; cursor !== null;) {
      const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await call(Page, 'GET', `${path}?limit=200${from}`);
      const found = page.items.find(isIt);
      if (found !== undefined) return found;
      cursor = page.nextCursor;
    }
    return undefined;
  }

  return { call, find };
}
