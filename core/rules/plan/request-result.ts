/** The result of one request: what the target answered, or why there is no answer. */
export type RequestResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly body: string;
      /** The target answered more than is kept: `body` is its beginning. */
      readonly truncated?: boolean;
    }
  | { readonly kind: 'refused' | 'failed' | 'waiting'; readonly message: string };

export const isSuccess = (result: RequestResult | undefined): boolean =>
  result?.kind === 'response' && result.status >= 200 && result.status < 300;
