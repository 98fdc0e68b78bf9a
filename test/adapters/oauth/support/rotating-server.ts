import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import Provider from 'oidc-provider';

interface Options {
  readonly redirectUri: string;
  readonly accessTokenSeconds?: number;
}

export const rotatingClient = { clientId: 'reveille', clientSecret: 'canary-client-secret' };

/** An authorization server that rotates refresh tokens, and ends a grant whose refresh token is used twice. */
export async function startRotatingServer({ redirectUri, accessTokenSeconds = 3_600 }: Options) {
  let handle: RequestListener = (_, response) => void response.writeHead(503).end();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.split('?', 1)[0]}`);
    handle(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: rotatingClient.clientId,
        client_secret: rotatingClient.clientSecret,
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        redirect_uris: [redirectUri],
      },
    ],
    cookies: { keys: ['of tests'] },
    features: { clientCredentials: { enabled: true } },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    scopes: ['openid', 'offline_access', 'orders'],
    ttl: {
      AccessToken: accessTokenSeconds,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 600,
    },
  });
  handle = provider.callback();
  return {
    issuer,
    tokenRequests: () => asked.filter((line) => line === 'POST /token').length,
    agree: (url: string) => agree(url, issuer),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Signs in and consents on the pages of the server, and returns the address to which it sends the browser back. */
async function agree(url: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let [next, form]: [string, URLSearchParams | null] = [url, null];
  for (let step = 0; step < 12; step++) {
    const response: Response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== null && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const text = await response.text();
    if (location !== null) {
      const target = new URL(location, issuer);
      if (target.origin !== issuer) return target;
      [next, form] = [target.href, null];
      continue;
    }
    const [, action] = /<form[^>]*action="([^"]+)"/.exec(text) ?? [];
    const [, prompt] = /name="prompt" value="([^"]+)"/.exec(text) ?? [];
    if (action === undefined || prompt === undefined)
      throw new Error(`no form: ${response.status} ${text.slice(0, 500)}`);
    [next, form] = [
      new URL(action, issuer).href,
      new URLSearchParams({ prompt, login: 'ada', password: 'ada' }),
    ];
  }
  throw new Error('the server did not send the browser back');
}
