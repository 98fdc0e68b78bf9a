import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectRedis, type Redis } from '#store/connection/connect.ts';
import { createSheetIndex } from '#store/sheet-index.ts';
import { createAccessTokens } from '#waitlist/google/access-token.ts';
import { createGoogleBackend } from '#waitlist/google/google-backend.ts';
import { createOneWriter } from '#waitlist/google/one-writer.ts';
import { createSheetsApi } from '#waitlist/google/sheets-api.ts';
import { startGoogleSheetsServer } from '#test/support/google-sheets-server.ts';

let redis: Redis;
beforeAll(async () => {
  redis = await connectRedis(inject('redisUrl'), () => {});
});
afterAll(() => redis.close());

type Server = Awaited<ReturnType<typeof startGoogleSheetsServer>>;

/** The parts that one process builds; two of them with one spreadsheet id are two processes at one sheet. */
function process(
  { baseUrl, account }: Server,
  spreadsheetId: string,
  times = { leaseMs: 60_000, waitMsMax: 60_000 },
) {
  let nowMs = Date.now();
  const index = createSheetIndex({ redis, spreadsheetId });
  const accessTokens = createAccessTokens({ account, now: () => new Date(nowMs) });
  const sheets = createSheetsApi({ spreadsheetId, accessTokens, baseUrl });
  const backend = createGoogleBackend({
    index,
    sheets,
    writer: createOneWriter({ index, ...times }),
    turnMsMax: 30_000,
  });
  return { ...backend, index, passMs: (ms: number) => (nowMs += ms) };
}

const row = (identity: string, email = identity) => ({
  email,
  joinedAt: '2026-11-21T06:00:00.000Z',
  identity,
});
const emails = (server: Server, title = 'Waitlist') => server.tabs.get(title)?.map(([email]) => email);

describe('add', () => {
  it('writes a header into an empty sheet, then the address into row 2', async () => {
    await using server = await startGoogleSheetsServer(['Waitlist']);
    const { add } = process(server, randomUUID());
    expect(await add('Waitlist', row('a@x.yz'))).toEqual({ status: 'added', updatedRange: 'Waitlist!A2:C2' });
    expect(server.tabs.get('Waitlist')).toEqual([
      ['email', 'joinedAt', 'identity'],
      ['a@x.yz', '2026-11-21T06:00:00.000Z', 'a@x.yz'],
    ]);
  });

  it('answers the same range for the same address and calls nobody', async () => {
    await using server = await startGoogleSheetsServer(["Ada's list"]);
    const { add } = process(server, randomUUID());
    const first = await add("Ada's list", row('a@x.yz'));
    const calls = server.seen.length;
    expect(await add("Ada's list", row('a@x.yz', 'A@x.yz'))).toEqual({ ...first, status: 'present' });
    expect(server.seen).toHaveLength(calls);
  });

  it('knows the rows that the owner typed in, the first of two equal ones', async () => {
    await using server = await startGoogleSheetsServer(['Early Access']);
    server.tabs.get('Early Access')!.push(['Email'], ['Bob@x.yz'], ['a@x.yz'], [''], ['A@X.YZ']);
    const { add } = process(server, randomUUID());
    const present = { status: 'present', updatedRange: "'Early Access'!A3:C3" };
    expect(await add('Early Access', row('a@x.yz'))).toEqual(present);
    expect(emails(server, 'Early Access')).toHaveLength(5);
  });

  it('lets one writer at a time at a sheet, across two processes', async () => {
    await using server = await startGoogleSheetsServer(['Waitlist']);
    const id = randomUUID();
    const processes = [process(server, id), process(server, id)];
    const additions = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        processes[index % 2]!.add('Waitlist', row(`p${index % 10}@x.yz`)),
      ),
    );
    expect(server.appendingMax()).toBe(1);
    expect(emails(server)).toHaveLength(11);
    expect(additions.filter(({ status }) => status === 'added')).toHaveLength(10);
  });

  it.each([
    ['the API failed after writing', { kind: 'write-then-answer', status: 503 }],
    ['the connection was cut after writing', { kind: 'write-then-hang-up' }],
  ] as const)('does not append again when %s', async (_, mishap) => {
    await using server = await startGoogleSheetsServer(['Waitlist']);
    // Whoever does not know what became of its write keeps the sheet until its lease ends.
    const { add } = process(server, randomUUID(), { leaseMs: 400, waitMsMax: 60_000 });
    await add('Waitlist', row('first@x.yz'));
    server.mishaps.push(mishap);
    expect(await add('Waitlist', row('a@x.yz'))).toMatchObject({ status: 'unavailable' });
    expect(await add('Waitlist', row('a@x.yz'))).toEqual({
      status: 'present',
      updatedRange: 'Waitlist!A3:C3',
    });
    expect(emails(server)).toEqual(['email', 'first@x.yz', 'a@x.yz']);
  });

  it('appends after all when the API failed without writing', async () => {
    await using server = await startGoogleSheetsServer(['Waitlist']);
    const { add } = process(server, randomUUID());
    await add('Waitlist', row('first@x.yz'));
    server.mishaps.push({ kind: 'answer', status: 500 });
    expect(await add('Waitlist', row('a@x.yz'))).toMatchObject({ status: 'unavailable' });
    expect(await add('Waitlist', row('a@x.yz'))).toEqual({ status: 'added', updatedRange: 'Waitlist!A3:C3' });
  });

  it('finds the row of a writer that died between the append and its note', async () => {
    await using server = await startGoogleSheetsServer(['Waitlist']);
    const { add, index } = process(server, randomUUID());
    await add('Waitlist', row('first@x.yz'));
    await index.takeLease('Waitlist', 'the dead', 200);
    await index.beginWrite('Waitlist', 'its write');
    server.tabs.get('Waitlist')!.push(['a@x.yz', '', '']);
    expect(await add('Waitlist', row('a@x.yz'))).toEqual({
      status: 'present',
      updatedRange: 'Waitlist!A3:C3',
    });
  });

  it('reads the sheet anew when Redis has forgotten it', async () => {
    await using server = await startGoogleSheetsServer(['Waitlist']);
    await process(server, randomUUID()).add('Waitlist', row('a@x.yz'));
    const forgetful = process(server, randomUUID());
    expect(await forgetful.add('Waitlist', row('a@x.yz'))).toMatchObject({ status: 'present' });
    expect(emails(server)).toHaveLength(2);
  });

  it('gives up when another writer keeps the sheet', async () => {
    await using server = await startGoogleSheetsServer(['Waitlist']);
    const { add, index } = process(server, randomUUID(), { leaseMs: 60_000, waitMsMax: 100 });
    await index.takeLease('Waitlist', 'somebody', 60_000);
    expect(await add('Waitlist', row('a@x.yz'))).toMatchObject({ status: 'unavailable' });
    expect(server.seen).toEqual([]);
  });

  it.each([
    [429, { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } }, 'unavailable'],
    [403, { error: { code: 403, errors: [{ reason: 'rateLimitExceeded' }] } }, 'unavailable'],
    [403, { error: { code: 403, details: [{ reason: 'SERVICE_DISABLED' }] } }, 'unavailable'],
    [403, { error: { code: 403, status: 'PERMISSION_DENIED' } }, 'closed'],
    [400, { error: { code: 400, message: 'You are trying to edit a protected cell' } }, 'closed'],
    [404, { error: { code: 404, status: 'NOT_FOUND' } }, 'unavailable'],
    [502, {}, 'unavailable'],
  ])('answers a %i with %j as %s', async (status, error, expected) => {
    await using server = await startGoogleSheetsServer(['Waitlist']);
    const { add } = process(server, randomUUID());
    await add('Waitlist', row('first@x.yz'));
    server.mishaps.push({ kind: 'answer', status, error });
    expect((await add('Waitlist', row('a@x.yz'))).status).toBe(expected);
    expect(emails(server)).toEqual(['email', 'first@x.yz']);
  });

  it('answers a tab that does not exist as missing', async () => {
    await using server = await startGoogleSheetsServer([]);
    expect(await process(server, randomUUID()).add('Gone', row('a@x.yz'))).toEqual({ status: 'missing' });
  });

  it('is unavailable, and free for the next, when nothing listens', async () => {
    const server = await startGoogleSheetsServer(['Waitlist']);
    await server[Symbol.asyncDispose]();
    const { add, index } = process(server, randomUUID());
    expect(await add('Waitlist', row('a@x.yz'))).toMatchObject({ status: 'unavailable' });
    expect(await index.takeLease('Waitlist', 'the next', 1_000)).toBe(true);
  });
});

describe('access tokens', () => {
  it('are kept until shortly before they end', async () => {
    await using server = await startGoogleSheetsServer(['Waitlist']);
    const { add, passMs } = process(server, randomUUID());
    await add('Waitlist', row('a@x.yz'));
    passMs(3_545_000);
    await add('Waitlist', row('b@x.yz'));
    await add('Waitlist', row('c@x.yz'));
    expect(server.seen.filter((call) => call === 'token')).toHaveLength(2);
  });

  it('are renewed when the API refuses one early', async () => {
    await using server = await startGoogleSheetsServer(['Waitlist']);
    const { add } = process(server, randomUUID());
    await add('Waitlist', row('a@x.yz'));
    server.revokeTokens();
    expect(await add('Waitlist', row('b@x.yz'))).toMatchObject({ status: 'added' });
  });
});
