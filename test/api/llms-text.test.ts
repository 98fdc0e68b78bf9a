import { afterAll, beforeAll, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

it('GET /llms.txt names every page of the reference once, and each of them is there', async () => {
  const response = await fetch(`${api.url}/llms.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  expect(text).toMatch(/^# Reveille\n\n> \S.*\n\n- \[MCP server\]\(http:\/\/localhost:8080\/mcp\): /);
  const paths = Array.from(
    text.matchAll(/^- \[[^\]]+\]\(http:\/\/localhost:8080(\/[^)]*)\): \S/gm),
    ([, path]) => path!,
  );
  expect(paths).toHaveLength(text.match(/^- /gm)!.length);
  expect(new Set(paths).size).toBe(paths.length);
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(`${api.url}${path}`)).status));
  expect(paths.filter((_, index) => statuses[index] !== 200)).toEqual(['/mcp']);
  const index = await (await fetch(`${api.url}/docs`)).text();
  const pages = Array.from(index.matchAll(/href="(\/docs\/[\w-]+)"/g), ([, path]) => path);
  expect(paths).toEqual(expect.arrayContaining([...new Set(pages)]));
});
