import type { Random } from '../random.ts';

const hosts = [
  'api.shop.test',
  'API.Shop.TEST',
  'api.shop.test.',
  'api。shop。test',
  'open.shop.test',
  'a.wild.test',
  'a.b.wild.test',
  'wild.test',
  'shop.test',
  'evil.test',
  'api.shop.test.evil.test',
  'evil.test/api.shop.test',
  'api.shop.test@evil.test',
  'api.shop.test%40evil.test',
  'evil.test#@api.shop.test',
  'api.shop.test%2eevil.test',
  'api.shop.test\\@evil.test',
  'xapi.shop.test',
  'аpi.shop.test',
  'private.shop.test',
  'metadata.shop.test',
  'mixed.shop.test',
  '127.0.0.1',
  '127.0.0.2',
  '0x7f.2',
  '2130706434',
  '0177.0.0.2',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.2]',
  '169.254.169.254',
  '10.0.0.5',
  '0.0.0.0',
] as const;
const likelyHosts = ['api.shop.test', 'open.shop.test', 'a.wild.test'] as const;
const paths = ['/echo', '/base64', '/hex', '/uri', '/huge', '/cut', '/deny', '/order', '/leak', '/../x?a=b'];
const schemes = ['https', 'HTTP', 'ftp', 'file', 'gopher', 'javascript', ''];
const methods = ['GET', 'GET', 'GET', 'POST', 'PATCH', 'DELETE'] as const;
const oddMethods = ['PUT', 'HEAD', 'CONNECT', 'TRACE', 'get', '', null, 7, 'GET\r\nX: y'];
const headerNames = [
  'X-API-Key',
  'x-api-key',
  'X_API_KEY',
  'x.api.key',
  'X-API-Key ',
  ' x-api-key',
  'X-API-Key\r\nX-Evil',
  'x-api-kеy',
  'Authorization',
  'AUTHORIZATION',
  'authorization:',
  'Proxy-Authorization',
  'Cookie',
  'Host',
  'Transfer-Encoding',
  'Content-Length',
  'Connection',
  'Upgrade',
  'Expect',
  'X-Forwarded-Host',
  'Accept',
  'Content-Type',
  'Idempotency-Key',
  '__proto__',
];
const headerValues = [
  'attacker',
  'Bearer attacker',
  '',
  '0',
  'chunked',
  'evil.test',
  'a\r\nX-API-Key: attacker',
];
const names = ['launch', '', '__proto__', 'http_request ', 'constructor', 'sendRequest'];
const junk = ['', '{', 'null', '[]', '"text"', '{"method":"GET"}', '{"url":{}}', '{"__proto__":{"url":"x"}}'];

/** The arguments of one tool call, as a model writes them: mostly JSON. `heard` is what the model was told last. */
export function randomCalls(random: Random, port: number) {
  const { chance, int, pick, times } = random;

  function url(depth = 0): string {
    const scheme = chance(0.92) ? 'http' : pick(schemes);
    const host = chance(0.7) ? pick(likelyHosts) : pick(hosts);
    const place = chance(0.95) ? `:${port}` : pick(['', ':80', ':22', ':99999']);
    if (depth < 3 && chance(0.25))
      return `${scheme}://${host}${place}/redirect?to=${encodeURIComponent(url(depth + 1))}`;
    return `${scheme}://${host}${place}${pick(paths)}`;
  }

  const headers = () =>
    chance(0.35)
      ? times(int(1, 3), () => ({ name: pick(headerNames), value: pick(headerValues) }))
      : chance(0.8)
        ? null
        : Object.fromEntries(times(int(1, 3), () => [pick(headerNames), pick(headerValues)]));

  const body = (heard: string) =>
    pick([
      null,
      null,
      '{}',
      '{"id":1}',
      { id: heard.slice(0, 100) },
      heard,
      'x'.repeat(chance(0.02) ? 1_200_000 : 2_000),
    ]);

  function request(heard: string): string {
    const method = chance(0.9) ? pick(methods) : pick(oddMethods);
    const address = chance(0.1) ? `${url()}?said=${encodeURIComponent(heard.slice(0, 300))}` : url();
    return JSON.stringify({ method, url: address, headers: headers(), body: body(heard) });
  }

  function call(heard: string): { readonly toolName: string; readonly input: string } {
    const dice = int(1, 100);
    if (dice <= 72) return { toolName: 'http_request', input: request(heard) };
    if (dice <= 78)
      return {
        toolName: 'read_delivery',
        input: JSON.stringify({ pointer: pick(['', '/run', '/x', null]) }),
      };
    if (dice <= 84) {
      const requestCallId = pick(['call-1-0', 'call-2-0', 'none', '__proto__']);
      return { toolName: 'read_response', input: JSON.stringify({ requestCallId, offset: int(-1, 70_000) }) };
    }
    if (dice <= 88) return { toolName: 'finish', input: JSON.stringify({ answer: heard.slice(0, 200) }) };
    if (dice <= 94) return { toolName: pick(names), input: request(heard) };
    return { toolName: 'http_request', input: pick(junk) };
  }

  return { call };
}
