export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

export interface RedisAccess {
  readonly isTls: boolean;
  readonly username?: string;
  readonly password?: string;
}

/** One server, the nodes of a cluster of which some are named, or the primary that Sentinels name. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string; readonly nodes: readonly ServerAddress[] }
  | { readonly kind: 'cluster'; readonly nodes: readonly ServerAddress[]; readonly access: RedisAccess }
  | {
      readonly kind: 'sentinel';
      readonly nodes: readonly ServerAddress[];
      /** The primary's name at the Sentinels. */
      readonly name: string;
      readonly access: RedisAccess;
      readonly sentinelAccess: RedisAccess;
    };

const severalPattern =
  /^redis(?<tls>s?)\+(?<kind>cluster|sentinel):\/\/(?:(?<user>[^/@]*)@)?(?<nodes>[^/?]+)(?:\/(?<name>[^/?]*))?(?:\?(?<query>.*))?$/;
const usualPorts = { server: 6379, cluster: 6379, sentinel: 26_379 } as const;

/**
 * Reads `redis://host`, `redis+cluster://user:password@host:port,host:port` or
 * `redis+sentinel://user:password@host:port,host:port/name?sentinelPassword=…`, each with `rediss` for TLS. Undefined where it
 * is none of them. User and password may be percent-encoded.
 */
export function readRedisUrl(url: string): RedisAddress | undefined {
  if (/^rediss?:\/\//.test(url)) {
    const node = addressOf(url.replace(/^rediss?:/, 'tcp:'), usualPorts.server);
    return node && { kind: 'server', url, nodes: [node] };
  }
  const { tls, kind, user, nodes: list = '', name = '', query = '' } = severalPattern.exec(url)?.groups ?? {};
  if (kind !== 'cluster' && kind !== 'sentinel') return undefined;
  const nodes = list.split(',').map((node) => addressOf(`tcp://${node}`, usualPorts[kind]));
  const [username, password] = (user ?? '').split(/:(.*)/s);
  const isTls = tls === 's';
  const access = accessOf(isTls, username, password);
  if (!nodes.every((node) => node !== undefined) || access === undefined) return undefined;
  if (kind === 'cluster') return name === '' && query === '' ? { kind, nodes, access } : undefined;
  const params = new URLSearchParams(query);
  const sentinelAccess = {
    isTls,
    ...definedOf({ username: params.get('sentinelUsername'), password: params.get('sentinelPassword') }),
  };
  const hasOthers = [...params.keys()].some((one) => !['sentinelUsername', 'sentinelPassword'].includes(one));
  return name === '' || hasOthers ? undefined : { kind, nodes, name, access, sentinelAccess };
}

function addressOf(text: string, usualPort: number): ServerAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const { hostname, port } = new URL(text);
  if (hostname === '') return undefined;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usualPort : Number(port) };
}

function accessOf(
  isTls: boolean,
  username: string | undefined,
  password: string | undefined,
): RedisAccess | undefined {
  try {
    const [user, secret] = [username, password].map((text) => decodeURIComponent(text ?? ''));
    return { isTls, ...definedOf({ username: user || null, password: secret || null }) };
  } catch {
    return undefined;
  }
}

const definedOf = ({ username, password }: { username: string | null; password: string | null }) => ({
  ...(username !== null && { username }),
  ...(password !== null && { password }),
});
