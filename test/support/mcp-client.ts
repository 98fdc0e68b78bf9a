import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The protocol versions that are served: the current one and the one before. */
export const protocolVersions = ['2026-07-28', '2025-11-25'] as const;

interface Options {
  readonly token?: string;
  readonly version?: (typeof protocolVersions)[number];
  readonly headers?: Readonly<Record<string, string>>;
}

interface Result {
  readonly isError: boolean;
  /** The JSON of the first text; the text itself where it is none. */
  readonly json: Record<string, unknown>;
  readonly text: string;
  readonly content: readonly { readonly type: string; readonly [name: string]: unknown }[];
}

/** The client of the SDK, connected to `/mcp`. */
export async function mcpClient(
  url: string,
  { token, version = protocolVersions[0], headers = {} }: Options = {},
) {
  const mode = version === protocolVersions[0] ? { pin: version } : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { ...bearer, ...headers } },
  });
  await client.connect(transport as never);

  async function call(
    name: string,
    args: Record<string, unknown> = {},
    options: object = {},
  ): Promise<Result> {
    const { isError = false, content } = await client.callTool({ name, arguments: args }, options);
    const text = content.find((part) => part.type === 'text')?.text ?? '';
    const json = text.startsWith('{') ? (JSON.parse(text) as Result['json']) : {};
    return { isError, content: content as unknown as Result['content'], text, json };
  }

  return {
    client,
    call,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
