export const outboundMethods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type OutboundMethod = (typeof outboundMethods)[number];

export const isOutboundMethod = (text: string): text is OutboundMethod =>
  outboundMethods.some((method) => method === text);

/** Whether sending it twice does the same as sending it once. */
export const isRepeatable = (method: OutboundMethod): boolean => method === 'GET' || method === 'DELETE';
