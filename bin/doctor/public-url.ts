import { type Look, notAsked, unwell, well } from './finding.ts';

interface Settings {
  readonly publicUrl: string | undefined;
  readonly proxyHops: number;
  readonly isBefore: boolean;
}

/** Whether senders reach this service by the URL that they are given, as far as it is seen from here. */
export const publicUrlLook = ({ publicUrl, proxyHops, isBefore }: Settings): Look => ({
  what: 'PUBLIC_URL',
  otherwise:
    'Senders do not reach it either: look at the name in DNS, the certificate, the proxy and its way to the API.',
  look: async () => {
    if (publicUrl === undefined)
      return unwell(
        'is not set: URLs of hooks begin with http://localhost',
        'Set PUBLIC_URL to what senders reach, such as https://hooks.example.com.',
      );
    const isSecure = publicUrl.startsWith('https:');
    if (isSecure && proxyHops === 0)
      return unwell(
        `${publicUrl}: a proxy ends TLS, and TRUSTED_PROXY_HOPS is 0`,
        'Set TRUSTED_PROXY_HOPS to the number of proxies: all clients count as one until then.',
      );
    if (isBefore) return notAsked(`${publicUrl}, before the start`);
    const response = await fetch(new URL('/healthz', publicUrl), {
      signal: AbortSignal.timeout(10_000),
    }).catch((error: unknown) => {
      throw new Error(`${publicUrl} does not answer: ${causeOf(error)}`);
    });
    const text = await response.text();
    if (response.ok && text.includes('"ok"')) return well(`${publicUrl} leads here`);
    return unwell(
      `${publicUrl} answers ${response.status}, and not as this service`,
      'Let the proxy send every path to the API.',
    );
  },
});

function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  return cause instanceof Error ? cause.message : String(error);
}
