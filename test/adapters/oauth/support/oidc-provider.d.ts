declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    on(event: string, listener: (...parts: unknown[]) => void): this;
    use(
      middleware: (ctx: { path: string; method: string }, next: () => Promise<void>) => Promise<void>,
    ): void;
  }
}
