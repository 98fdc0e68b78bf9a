const usualPorts: Readonly<Record<string, number>> = { http: 80, https: 443 };

interface Origin {
  readonly host: string;
  /** Null: that of the scheme. */
  readonly port?: number | null | undefined;
  readonly scheme?: string;
}

/** A host with its port, unless that is the one of its scheme. */
export const hostOf = ({ host, port = null, scheme = '' }: Origin): string =>
  port === null || port === usualPorts[scheme] ? host : `${host}:${port}`;
