import { z } from 'zod';

import { bytes, file } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import type { Reference } from './reference.ts';

export const readOpenApi = ({ reference }: { readonly reference: Pick<Reference, 'openApi'> }) =>
  defineOperation({
    method: 'get',
    path: '/openapi.json',
    id: 'readOpenApi',
    access: 'service',
    summary: 'This reference as OpenAPI 3.1',
    answers: { 200: file('This document.', { 'application/json': z.looseObject({}) }) },
    handle: async () => {
      const { text, gzip } = await reference.openApi();
      return { status: 200, ...bytes('application/json', text, { gzip }) };
    },
  });
