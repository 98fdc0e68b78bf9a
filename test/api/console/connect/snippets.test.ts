import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import which from 'which';
import { checkCommand, phpLiteral, rubyLiteral, snippets } from '#api/console/connect/snippets.ts';
import { readAll, startLoopbackServer } from '#test/support/loopback-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const run = promisify(execFile);

/** How each language runs a file. */
const programs: Readonly<Record<string, { readonly file: string; readonly command: readonly string[] }>> = {
  shell: { file: 'send.sh', command: ['bash'] },
  javascript: { file: 'send.mjs', command: [process.execPath] },
  python: { file: 'send.py', command: ['python3'] },
  go: { file: 'send.go', command: ['go', 'run'] },
  php: { file: 'send.php', command: ['php'] },
  ruby: { file: 'send.rb', command: ['ruby'] },
};

const hostile = [
  '{"quotes": "\' \\" `id` $(id) ${HOME} $HOME {$x} \\\\ \\n"}',
  '@/etc/passwd # // <?php ?> %s {{x}} !! \t\r\n\u2028\u2029\u0085\u0007\u007f\u{1f600}\ufeffend\\',
].join('\n');

/** Sends a delivery by the snippet of a language and gives what arrived. */
async function sentBy(id: string, delivery: { eventId: string; body: string; contentType: string }) {
  const { write } = snippets.find((snippet) => snippet.id === id)!;
  const { file, command } = programs[id]!;
  const folder = await temporaryFolder('reveille-snippet-');
  const arrived: object[] = [];
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    const [contentType, eventId] = [headers['content-type'], headers['x-service-event-id']];
    arrived.push({ method, url, contentType, eventId, body: await readAll(request) });
    response.end('taken');
  }
  await using server = await startLoopbackServer((request, response) => void take(request, response));
  await writeFile(path.join(folder, file), write({ url: `${server.origin}/hooks/a'b`, ...delivery }));
  const [program = '', ...args] = command;
  const { stdout } = await run(program, [...args, path.join(folder, file)], { cwd: folder });
  return { arrived, stdout };
}

describe.each(snippets)('the snippet in $title', ({ id }) => {
  const isMissing = which.sync(programs[id]!.command[0]!, { nothrow: true }) === null;

  it.skipIf(isMissing)('sends exactly what it was written for, and tells the answer', async () => {
    const delivery = { eventId: 'it\'s-"1"', contentType: 'text/plain; charset="utf-8"', body: hostile };
    const { arrived, stdout } = await sentBy(id, delivery);
    expect(arrived).toEqual([{ method: 'POST', url: "/hooks/a'b", ...delivery }]);
    expect(stdout).toContain('taken');
  });
});

it('a literal of PHP has nothing that would be read as anything else', () => {
  const [, inside = ''] = /^'([\s\S]*)'$/.exec(phpLiteral(hostile)) ?? [];
  expect(inside).not.toMatch(/(?<!\\)(?:\\\\)*'/);
  expect(inside.replaceAll(/\\([\\'])/g, '$1')).toBe(hostile);
});

it('a literal of Ruby has no number sign, and the escapes of JSON', () => {
  const text = `${hostile}#{exit} #$0 #@a`;
  expect(rubyLiteral(text)).not.toContain('#');
  expect(JSON.parse(rubyLiteral(text))).toBe(text);
});

it('there is one for the shell and five for languages', () => {
  expect(snippets.map(({ title }) => title)).toEqual(['curl', 'JavaScript', 'Python', 'Go', 'PHP', 'Ruby']);
});

describe('the check of a delivery', () => {
  const delivery = { eventId: "it's", contentType: 'application/json', body: hostile };

  async function checkedBy(signed: readonly string[], status: number, variables: NodeJS.ProcessEnv = {}) {
    const arrived: object[] = [];
    await using server = await startLoopbackServer((request, response) => {
      void readAll(request).then((body) => {
        arrived.push({ url: request.url, headers: request.headers, body });
        response.writeHead(status).end('the verdict');
      });
    });
    const command = checkCommand({ ...delivery, url: `${server.origin}/hooks/a` }, signed);
    const done = await run('bash', ['-c', command], { env: { ...process.env, ...variables } }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
    return { ...done, arrived };
  }

  it('ends well for a verdict of 200, with the event id', async () => {
    expect(await checkedBy([], 200)).toMatchObject({
      code: 0,
      stdout: 'the verdict',
      arrived: [{ url: '/hooks/a/check', headers: { 'x-service-event-id': "it's" }, body: hostile }],
    });
  });

  it('fails for one of 422 and shows it, with the signature in variables', async () => {
    const { code, stdout, arrived } = await checkedBy(['x-hub-signature-256'], 422, {
      X_HUB_SIGNATURE_256: 'sha256=$(id) "1"',
    });
    expect([code, stdout]).toEqual([22, 'the verdict']);
    expect(arrived).toMatchObject([{ headers: { 'x-hub-signature-256': 'sha256=$(id) "1"' } }]);
  });
});
