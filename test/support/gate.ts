import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * How the way to a server is: `open`; `refusing` every connection; `silent`, where connections are taken and nothing
 * goes through; `frozen`, where everything arrives once the gate is open again.
 */
type GateState = 'open' | 'refusing' | 'silent' | 'frozen';

interface Address {
  readonly host: string;
  readonly port: number;
}

/** A TCP gate in front of a server, for tests in which that server is away. Its clients are told the gate's address. */
export async function startGate(first: Address) {
  let server = first;
  let state: GateState = 'open';
  const sockets = new Set<Socket>();

  const gate = createServer((client) => {
    if (state === 'refusing') {
      client.destroy();
      return;
    }
    const upstream = connect(server);
    relay(client, upstream);
    relay(upstream, client);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const { port } = gate.address() as AddressInfo;

  function relay(from: Socket, to: Socket): void {
    sockets.add(from);
    if (state === 'frozen') from.pause();
    from.on('data', (chunk) => {
      if (state !== 'silent') to.write(chunk);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  function set(next: GateState): void {
    // Swallowed bytes are missing in the middle of a stream: such a connection cannot go on.
    if (next === 'refusing' || state === 'silent') for (const socket of sockets) socket.destroy();
    state = next;
    for (const socket of sockets) {
      if (state === 'frozen') socket.pause();
      else socket.resume();
    }
  }

  return {
    address: `127.0.0.1:${port}`,
    set,
    /** New connections go to another server, as where an address was given to another machine. */
    leadTo: (other: Address) => {
      server = other;
    },
    [Symbol.asyncDispose]: async () => {
      set('refusing');
      await new Promise((resolve) => gate.close(resolve));
    },
  };
}
