import { afterAll, describe, expect, test } from 'vitest';
import { createAgentTools } from '#compute/agent-tools/agent-tools.ts';
import { plainWords } from '#compute/agent-tools/search-tools.ts';
import { textTools } from '#compute/threads/text-tools.ts';
import { endlessMarkdown } from '#test/support/endless-markdown.ts';

const { search, run, close } = createAgentTools();
afterAll(close);

describe('a search by plain words', () => {
  test.each([
    ['add numbers', 'number-statistics'],
    ['add two amounts', 'calculate'],
    ['sum of a list of numbers', 'number-statistics'],
    ['average', 'number-statistics'],
    ['calculate percentage', 'calculate'],
    ['multiply price by quantity and round', 'calculate'],
    ['VAT', 'calculate'],
    ['days between two dates', 'date-diff'],
    ['how many working days', 'working-days'],
    ['add 14 days to a date', 'date-add'],
    ['format a date', 'date-format'],
    ['convert unix timestamp', 'timestamp-convert'],
    ['time in another time zone', 'time-zone-convert'],
    ['csv to json', 'csv-to-json'],
    ['sum a csv column', 'csv-stats'],
    ['sort csv rows', 'csv-sort'],
    ['format currency', 'format-money'],
    ['cents to euro', 'format-money'],
    ['parse price with decimal comma', 'read-number'],
    ['filter json list', 'json-query'],
    ['xml to json', 'xml-to-json'],
    ['base64 decode', 'base64-decode'],
    ['extract email addresses', 'extract-emails'],
    ['celsius to fahrenheit', 'convert-temperature'],
    ['html to text', 'strip-html'],
    ['sha256 hash', 'hash-text'],
  ])('for %j finds %s among the first three', async (words, tool) => {
    const found = (await search(words)).map((one) => one.tool);
    expect(found.slice(0, 3)).toContain(tool);
    expect(found.length).toBeLessThanOrEqual(6);
  });

  test('tells what each param takes', async () => {
    const [found] = await search('working days');
    expect(found).toMatchObject({
      tool: 'working-days',
      params: { text: expect.stringMatching(/^string, required\. /) },
    });
    expect(found!.params['includeEnd']).toMatch(/^boolean, default true\. /);
    const money = (await search('format-money'))[0]!;
    expect(money.params['unit']).toMatch(/^"major" \| "minor", default "major"\. /);
  });

  test('finds nothing for what no tool does', async () => {
    expect(await search('zzqx')).toEqual([]);
    expect(await search('')).toEqual([]);
  });

  test('knows other words only for tools that there are', () => {
    expect(Object.keys(plainWords).filter((id) => textTools.findTool(id) === undefined)).toEqual([]);
  });
});

describe('a tool', () => {
  test('is run in its limits', async () => {
    expect(await run('calculate', { text: '0.1 + 0.2' }, 'ws_1')).toEqual({ isRefused: false, text: '0.3' });
    expect(await run('strip-markdown', { text: endlessMarkdown }, 'ws_1')).toMatchObject({
      isRefused: true,
      text: expect.stringContaining('did not finish'),
    });
  });

  test('that is unknown, or is given wrong params, says so', async () => {
    expect(await run('sum-up', {}, 'ws_1')).toEqual({
      isRefused: true,
      text: 'There is no tool with the id "sum-up". Search for it by plain words.',
    });
    expect(await run('calculate', { expression: '1' }, 'ws_1')).toMatchObject({ isRefused: true });
  });
});
