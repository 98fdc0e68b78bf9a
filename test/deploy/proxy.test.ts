import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import which from 'which';
import { expect, it, onTestFinished } from 'vitest';

import { freePort } from '#platform/free-port.ts';
import { startLoopbackServer } from '#test/support/loopback-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';
import { readCompose, root } from '#test/topology/compose/read-compose.ts';

const caddy = await which('caddy', { nothrow: true });
const { services } = readCompose();

/** One of two APIs: it answers what it was sent, and with what the proxy says of the client. */
function startApi(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { 'x-forwarded-for': client, 'x-forwarded-proto': scheme } = request.headers;
      // An answer takes a while: a stop falls into it.
      setTimeout(
        () => response.end(JSON.stringify({ client, scheme, bytes: Buffer.concat(chunks).length })),
        20,
      );
    });
  }).listen(port, '127.0.0.1');
  return once(server, 'listening').then(() => server);
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  await closed;
}

function post(port: number, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const sent = httpRequest(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/hooks/x',
        headers: { 'x-forwarded-for': '203.0.113.9' },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    // At a reload Caddy closes connections that wait for a request; a sender whose request met that sends it on another.
    sent.on('error', (error) =>
      resolve(sent.reusedSocket ? post(port, body) : { status: 0, text: error.message }),
    );
    sent.end(body);
  });
}

/** `docker compose` of deploy/release.sh: the proxy is the real one, and an API is replaced by another on its port. */
const docker = (ports: readonly [number, number], admin: number, control: string) => `#!/bin/sh
case "$*" in
  *"printenv API_PORT") echo 8080 ;;
  *"caddy reload"*)
    for word in "$@"; do case $word in UPSTREAMS=*) given=\${word#UPSTREAMS=} ;; esac; done
    export UPSTREAMS=$(echo "$given" | sed 's/api-2:8080/127.0.0.1:${ports[1]}/; s/api:8080/127.0.0.1:${ports[0]}/')
    exec caddy reload --config ${root}/deploy/caddy/Caddyfile --adapter caddyfile --address 127.0.0.1:${admin} ;;
  *"--wait api" | *"--wait api-2") exec node -e "fetch('${control}').then((r) => process.exit(r.ok ? 0 : 1))" -- "$@" ;;
esac
`;

it.skipIf(caddy === null)(
  'a release interrupts no delivery: each is answered while both APIs are replaced',
  async () => {
    const ports = [await freePort(), await freePort()] as const;
    const [port, admin] = [await freePort(), await freePort()];
    const apis = [await startApi(ports[0]), await startApi(ports[1])];
    const folder = await temporaryFolder('reveille-caddy-');
    const own = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ADMIN: `127.0.0.1:${admin}` };
    const env = { ...process.env, ...own, PUBLIC_URL: `http://127.0.0.1:${port}` };
    const upstreams = ports.map((one) => `127.0.0.1:${one}`).join(' ');
    const file = path.join(root, 'deploy/caddy/Caddyfile');
    const proxy = spawn(caddy!, ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: { ...env, UPSTREAMS: upstreams },
      stdio: 'ignore',
    });
    onTestFinished(async () => {
      const ended = once(proxy, 'exit');
      proxy.kill('SIGKILL');
      await ended;
      for (const api of apis) await stop(api);
    });
    await until('the proxy answers', async () => (await post(port, '')).status === 200, {
      timeoutMs: 60_000,
    });

    let isOver = false;
    const answers: { status: number; text: string }[] = [];
    const senders = Array.from({ length: 8 }, async () => {
      while (!isOver) answers.push(await post(port, 'x'.repeat(10_000)));
    });
    const more = async () => {
      const enough = answers.length + 100;
      await until('deliveries', () => answers.length >= enough, { timeoutMs: 60_000, everyMs: 20 });
    };
    let replaced = 0;
    await using control = await startLoopbackServer((_, response) => {
      const index = replaced;
      replaced += 1;
      void (async () => {
        await more();
        await stop(apis[index]!);
        await more();
        apis[index] = await startApi(ports[index]!);
        response.end();
      })();
    });
    const bin = await temporaryFolder('reveille-docker-');
    await writeFile(path.join(bin, 'docker'), docker(ports, admin, control.origin), { mode: 0o755 });
    const PATH = `${bin}:${path.dirname(process.execPath)}:${process.env['PATH']}`;
    await promisify(execFile)('sh', [path.join(root, 'deploy/release.sh')], { env: { ...env, PATH } });
    await more();
    isOver = true;
    await Promise.all(senders);
    expect(replaced).toBe(2);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    // Forwarding headers of a client are not passed on: one hop is trusted.
    const { client, scheme, bytes } = JSON.parse(answers[0]!.text) as Record<string, unknown>;
    expect({ client, scheme, bytes }).toEqual({ client: '127.0.0.1', scheme: 'http', bytes: 10_000 });
  },
);

it('docker-compose.yml has a second API and the proxy in the profile tls, which alone listen to the outside', () => {
  expect(services['api-2']).toMatchObject({
    profiles: ['tls'],
    command: services['api']!.command,
    ports: [],
  });
  expect(services['api-2']!.environment).toEqual(services['api']!.environment);
  expect(services['proxy']).toMatchObject({
    profiles: ['tls'],
    environment: { UPSTREAMS: 'api:8080 api-2:8080' },
    ports: ['80:80', '443:443'],
  });
  expect(services['api']!.environment['TRUSTED_PROXY_HOPS']).toBe('1');
});
