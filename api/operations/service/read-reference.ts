import { pageHeaders } from '../../docs/page-headers.ts';
import { bytes, file } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import type { Reference } from './reference.ts';

export const readReference = ({ reference }: { readonly reference: Pick<Reference, 'index'> }) =>
  defineOperation({
    method: 'get',
    path: '/docs',
    id: 'readReference',
    access: 'service',
    summary: 'This reference as pages',
    answers: { 200: file('The index; no page needs another host.', { 'text/html': { type: 'string' } }) },
    handle: async () => {
      const { text, gzip } = await reference.index();
      return { status: 200, ...bytes('text/html', text, { gzip }), headers: pageHeaders };
    },
  });
