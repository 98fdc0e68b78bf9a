import { expect, it } from 'vitest';
import { csvOf } from '#waitlist/csv.ts';

const joinedAt = '2026-11-21T06:00:00.000Z';

async function csv(...emails: string[]): Promise<string> {
  async function* pages() {
    yield emails.map((email) => ({ email, joinedAt, identity: email.toLowerCase() }));
  }
  let text = '';
  for await (const piece of csvOf(pages())) text += piece;
  return text;
}

it('writes the header alone when nobody joined', async () => {
  expect(await csv()).toBe('email,joinedAt,identity\r\n');
});

it.each([
  ['ada@example.com', 'ada@example.com'],
  ['=IMPORTXML@x.yz', "'=IMPORTXML@x.yz"],
  ['+1@x.yz', "'+1@x.yz"],
  ['-1@x.yz', "'-1@x.yz"],
  ['@x.yz', "'@x.yz"],
  ['\t=1', "'\t=1"],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=a,"b"', '"\'=a,""b"""'],
])('writes %j as %j', async (email, cell) => {
  expect((await csv(email)).split('\r\n')[1]).toBe(`${cell},${joinedAt},${cell.toLowerCase()}`);
});
