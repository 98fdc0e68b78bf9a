import { bytes, file } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import type { Reference } from './reference.ts';

export const readLlmsText = ({ reference }: { readonly reference: Pick<Reference, 'llmsText'> }) =>
  defineOperation({
    method: 'get',
    path: '/llms.txt',
    id: 'readLlmsText',
    access: 'service',
    summary: 'The pages of this reference for language models',
    description: 'In the form of llmstxt.org, with `/mcp` first.',
    answers: { 200: file('Markdown with links.', { 'text/plain': { type: 'string' } }) },
    handle: async () => {
      const { text, gzip } = await reference.llmsText();
      return { status: 200, ...bytes('text/plain', text, { gzip }) };
    },
  });
