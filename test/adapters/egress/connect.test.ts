import type { LookupAddress } from 'node:dns';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

import { createPin } from '#egress/connect.ts';
import { httpTarget } from './support/target.ts';

const never = new AbortController().signal;
const address = (text: string) => ({ address: text, family: text.includes(':') ? 6 : 4 }) as const;

function look(pin: ReturnType<typeof createPin>, name: string, all: boolean) {
  let result: unknown;
  pin.lookup(name, { all }, (error: Error | null, found: string | LookupAddress[], family?: number) => {
    result = error ?? [found, family];
  });
  return result;
}

async function connection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

describe('createPin', () => {
  it('answers the checked addresses in both forms', () => {
    const pin = createPin('a.test', [address('192.0.2.1'), address('::1')], never);
    expect(look(pin, 'a.test', true)).toEqual([[address('192.0.2.1'), address('::1')], undefined]);
    expect(look(pin, 'a.test', false)).toEqual(['192.0.2.1', 4]);
  });

  it('answers no other name', () => {
    expect(look(createPin('a.test', [address('192.0.2.1')], never), 'b.test', true)).toBeInstanceOf(Error);
  });

  it('admits a connection to a checked address, also in its mapped form', async () => {
    await using target = await httpTarget();
    for (const checked of ['127.0.0.1', '::ffff:127.0.0.1']) {
      const pin = createPin('a.test', [address(checked)], never);
      const socket = await connection(target.port);
      expect(pin.admit(socket)).toBeNull();
      expect([pin.isConnected(), pin.dialledAddress()]).toEqual([true, '127.0.0.1']);
      socket.destroy();
    }
  });

  it.each([
    ['to another address', '192.0.2.1', never],
    ['that comes after the deadline', '127.0.0.1', AbortSignal.abort()],
  ])('closes a connection %s, and nothing counts as sent', async (_, checked, deadline) => {
    await using target = await httpTarget();
    const pin = createPin('a.test', [address(checked)], deadline);
    const socket = await connection(target.port);
    expect(pin.admit(socket)).toBeInstanceOf(Error);
    expect([socket.destroyed, pin.isConnected(), pin.dialledAddress()]).toEqual([true, false, null]);
  });
});
