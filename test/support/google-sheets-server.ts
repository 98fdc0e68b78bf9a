import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';

/** The mishap of the next append: an error answer, or a row written and no answer given. */
type Mishap =
  | { readonly kind: 'answer'; readonly status: number; readonly error?: object }
  | { readonly kind: 'write-then-answer'; readonly status: number }
  | { readonly kind: 'write-then-hang-up' };

/** The key of every account: making one takes longer than most tests. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A local server that speaks the parts of the Sheets API v4 and of the token endpoint which a waitlist uses. */
export async function startGoogleSheetsServer(titles: readonly string[]) {
  const tabs = new Map<string, string[][]>(titles.map((title) => [title, []]));
  const tokens = new Set<string>();
  const mishaps: Mishap[] = [];
  const seen: string[] = [];
  let tokenSeconds = 3_600;
  let appending = 0;
  let appendingMax = 0;

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = {
    client_email: 'waitlist@project.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    private_key_id: 'key-1',
    token_uri: `${baseUrl}/token`,
  };

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', baseUrl);
    const body = await text(request);
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/token') {
      seen.push('token');
      const form = new URLSearchParams(body);
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return json(400, {});
      const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
        issuer: account.client_email,
        audience: account.token_uri,
        algorithms: ['RS256'],
      });
      if (payload['scope'] !== 'https://www.googleapis.com/auth/spreadsheets') return json(400, {});
      const token = `token-${tokens.size + 1}`;
      tokens.add(token);
      return json(200, { access_token: token, expires_in: tokenSeconds, token_type: 'Bearer' });
    }
    const isKnown = tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (!isKnown) return json(401, { error: { code: 401, status: 'UNAUTHENTICATED' } });
    const range = decodeURIComponent(url.pathname.split('/values/')[1] ?? '').replace(/:append$/, '');
    const title = range
      .replace(/![^!]*$/, '')
      .replace(/^'(.*)'$/, (_, inner: string) => inner.replaceAll("''", "'"));
    const rows = tabs.get(title);
    if (!rows) return json(400, { error: { code: 400, message: `Unable to parse range: ${range}` } });
    if (request.method === 'GET') {
      seen.push('read');
      return json(200, {
        range,
        majorDimension: 'COLUMNS',
        values: rows.length === 0 ? [] : [rows.map((row) => row[0])],
      });
    }
    seen.push('append');
    const isSafe =
      url.searchParams.get('valueInputOption') === 'RAW' &&
      url.searchParams.get('insertDataOption') === 'INSERT_ROWS';
    if (!isSafe) return json(400, { error: { code: 400, message: 'unsafe append' } });
    const mishap = mishaps.shift();
    if (mishap?.kind === 'answer') return json(mishap.status, mishap.error ?? {});
    appending += 1;
    appendingMax = Math.max(appendingMax, appending);
    // Long enough for a second writer to be seen, were there one.
    await new Promise((resolve) => setTimeout(resolve, 5));
    rows.push(...(JSON.parse(body) as { values: string[][] }).values);
    appending -= 1;
    if (mishap?.kind === 'write-then-hang-up') return response.destroy();
    if (mishap) return json(mishap.status, {});
    const name = /^\w+$/.test(title) ? title : `'${title}'`;
    return json(200, {
      updates: { updatedRange: `${name}!A${rows.length}:C${rows.length}`, updatedRows: 1 },
    });
  }

  return {
    baseUrl,
    account,
    tabs,
    mishaps,
    /** 'token', 'read' and 'append' in the order of arrival. */
    seen,
    revokeTokens: () => tokens.clear(),
    setTokenSeconds: (seconds: number) => (tokenSeconds = seconds),
    appendingMax: () => appendingMax,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
