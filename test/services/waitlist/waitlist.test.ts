import { describe, expect, it } from 'vitest';
import type { WaitlistRow } from '#store/records/public.ts';
import type { Addition } from '#waitlist/backend.ts';
import { createWaitlist } from '#waitlist/waitlist.ts';

function setUp(addition: Addition | Error = { status: 'added', updatedRange: 'Waitlist!A2:C2' }) {
  const added: [string, WaitlistRow][] = [];
  const reasons: string[] = [];
  const waitlist = createWaitlist({
    backend: {
      add: async (sheet, row) => {
        added.push([sheet, row]);
        if (addition instanceof Error) throw addition;
        return addition;
      },
    },
    sheets: [
      { title: 'Waitlist', isClosed: false },
      { title: 'Early Access', isClosed: false },
      { title: 'Beta', isClosed: true },
    ],
    isAllowedDomain: (domain) => domain !== 'mailinator.com',
    onUnavailable: (reason) => reasons.push(reason),
    now: () => new Date('2026-11-21T06:00:00Z'),
  });
  return { ...waitlist, added, reasons };
}

describe('join', () => {
  it('adds the address to the first sheet when none is named', async () => {
    const { join, added } = setUp();
    expect(await join({ email: ' Ada@Example.com ' })).toEqual({
      success: true,
      message: 'You are on the waitlist.',
      updatedRange: 'Waitlist!A2:C2',
    });
    const row = {
      email: 'Ada@Example.com',
      joinedAt: '2026-11-21T06:00:00.000Z',
      identity: 'ada@example.com',
    };
    expect(added).toEqual([['Waitlist', row]]);
  });

  it('adds the address to the sheet that is named', async () => {
    const { join, added } = setUp();
    await join({ email: 'ada@example.com', sheetName: 'Early Access' });
    expect(added[0]?.[0]).toBe('Early Access');
  });

  it.each([
    [{ email: 'ada' }, 'INVALID_EMAIL'],
    [{ email: 'ada', sheetName: 'Nope' }, 'INVALID_EMAIL'],
    [{ email: 'ada@example.com', sheetName: 'waitlist' }, 'SHEET_NOT_FOUND'],
    [{ email: 'ada@example.com', sheetName: '' }, 'SHEET_NOT_FOUND'],
    [{ email: 'ada@example.com', sheetName: 'Beta' }, 'SHEET_CLOSED'],
    [{ email: 'ada@mailinator.com' }, 'EMAIL_NOT_ALLOWED'],
  ])('refuses %j with %s and writes nothing', async (request, code) => {
    const { join, added } = setUp();
    await expect(join(request)).rejects.toMatchObject({ code });
    expect(added).toEqual([]);
  });

  it('does not list the sheets to somebody who guesses', async () => {
    const error = await setUp()
      .join({ email: 'ada@example.com', sheetName: 'Nope' })
      .catch((error: unknown) => error);
    expect(JSON.stringify([String(error), error])).not.toMatch(/Early|Beta/);
  });

  it.each<[string, Addition | Error, string]>([
    ['the owner refuses the write', { status: 'closed' }, 'SHEET_CLOSED'],
    ['the tab is gone', { status: 'missing' }, 'SHEET_NOT_FOUND'],
    ['the back end is away', { status: 'unavailable', reason: 'quota' }, 'WAITLIST_UNAVAILABLE'],
    ['the back end throws', new Error('socket closed'), 'WAITLIST_UNAVAILABLE'],
  ])('refuses when %s', async (_, addition, code) => {
    await expect(setUp(addition).join({ email: 'ada@example.com' })).rejects.toMatchObject({ code });
  });

  it('tells the operator, not the caller, why the back end is away', async () => {
    const { join, reasons } = setUp(new Error('socket closed'));
    await expect(join({ email: 'ada@example.com' })).rejects.not.toThrow('socket');
    expect(reasons).toEqual(['socket closed']);
  });
});
