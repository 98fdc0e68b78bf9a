/** An operation that bad requests are sent to. */
export interface Endpoint {
  readonly path: string;
  /** A valid request, as the starting point of mutations. */
  readonly fine: Readonly<Record<string, unknown>>;
  readonly isMultipart?: boolean;
}

export const endpoints: readonly Endpoint[] = [
  { path: '/api/tools/invoke', fine: { tool: 'upper-case', params: { text: 'abc' } } },
  {
    path: '/api/tools/analyze-image',
    fine: { tool: 'image-to-prompt', params: { image: 'data:image/png;base64,iVBORw0KGgo=' } },
  },
  { path: '/api/tools/pdf', fine: { action: 'split', ranges: '1-2', file: '%PDF-1.7' }, isMultipart: true },
  { path: '/api/skills/ai-blog-writer-light', fine: { topic: 'Growing tomatoes' } },
  { path: '/api/skills/ai-humanizer', fine: { text: 'It is important to note.' } },
  { path: '/api/waitlist', fine: { email: 'ada@lovelace.org', sheetName: 'Waitlist' } },
  { path: '/api/tools', fine: {} },
  { path: '/hooks/nobody', fine: { event_id: 'evt_1' } },
];
