import { bytes, file } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import type { Reference } from './reference.ts';

const contentPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const readReference = ({ reference }: { readonly reference: Pick<Reference, 'page'> }) =>
  defineOperation({
    method: 'get',
    path: '/docs',
    id: 'readReference',
    access: 'service',
    summary: 'This reference as a page',
    answers: { 200: file('A page that needs no other host.', { 'text/html': { type: 'string' } }) },
    handle: async () => {
      const { text, gzip } = await reference.page();
      return {
        status: 200,
        ...bytes('text/html', text, { gzip }),
        headers: { 'Content-Security-Policy': contentPolicy, 'Referrer-Policy': 'no-referrer' },
      };
    },
  });
