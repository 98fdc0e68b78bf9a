import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { call } from './call.ts';

/**
 * Everyday inputs and what a program of others makes of them, a file for each family. A row is tool, params, expected
 * result and how to compare: `same` text, `json` that has these members, a `number` near it, `refused`.
 */
const Vectors = z.object({
  oracle: z.string(),
  rows: z.array(
    z.tuple([
      z.string(),
      z.record(z.string(), z.unknown()),
      z.unknown(),
      z.enum(['same', 'json', 'number', 'refused']),
    ]),
  ),
});

const folder = new URL('vectors/', import.meta.url);

async function outcomeOf(tool: string, params: Record<string, unknown>): Promise<string | null> {
  try {
    return await call(tool, params);
  } catch (error) {
    if ((error as { code?: string }).code === 'INVALID_REQUEST') return null;
    throw error;
  }
}

describe.each(readdirSync(folder))('%s', (file) => {
  const { oracle, rows } = Vectors.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
  const tools = Map.groupBy(rows, ([tool]) => tool);

  test.each([...tools.keys()])(`%s answers as ${oracle}`, { timeout: 60_000 }, async (tool) => {
    for (const [, params, expected, how] of tools.get(tool) ?? []) {
      const result = await outcomeOf(tool, params);
      const input = JSON.stringify(params);
      if (how === 'refused') expect(result, input).toBeNull();
      else if (how === 'json') expect(JSON.parse(result ?? 'null'), input).toMatchObject(expected as object);
      else if (how === 'number') {
        const wanted = Number(expected);
        expect(Math.abs(Number(result) - wanted), input).toBeLessThanOrEqual(
          1e-9 * Math.max(1, Math.abs(wanted)),
        );
      } else expect(result, input).toBe(expected);
    }
  });
});
