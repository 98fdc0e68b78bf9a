import { describe, expect, it } from 'vitest';
import { readPdfRequest, type PdfFields } from '#pdf/pdf-request.ts';

const read = (fields: Partial<PdfFields>) =>
  readPdfRequest(
    {
      action: undefined,
      ranges: undefined,
      detail: undefined,
      password: undefined,
      file: 0,
      files: 0,
      ...fields,
    },
    20,
  );

describe('a PDF request', () => {
  it.each([
    [
      { action: 'pdf-to-text', file: 1 },
      { action: 'pdf-to-text', ranges: null, detail: 'pages' },
    ],
    [
      { action: 'pdf-to-text', files: 1, ranges: ' 1-2 ' },
      { action: 'pdf-to-text', ranges: '1-2', detail: 'pages' },
    ],
    [
      { action: 'get-info', file: 1, ranges: ' ' },
      { action: 'get-info', ranges: null, detail: 'pages' },
    ],
    [
      { action: 'split', file: 1, ranges: '2' },
      { action: 'split', ranges: '2', detail: 'pages' },
    ],
    [
      { action: 'merge', file: 1, files: 1 },
      { action: 'merge', ranges: null, detail: 'pages' },
    ],
    [
      { action: 'merge', files: 20 },
      { action: 'merge', ranges: null, detail: 'pages' },
    ],
    [
      { action: 'pdf-to-text', file: 1, detail: ' text ' },
      { action: 'pdf-to-text', ranges: null, detail: 'text' },
    ],
    [
      { action: 'split', file: 1, ranges: '2', detail: ' ' },
      { action: 'split', ranges: '2', detail: 'pages' },
    ],
  ])('reads %j', (fields, expected) => {
    expect(read(fields)).toEqual(expected);
  });

  it.each([
    ['an absent action', { file: 1 }, 'INVALID_REQUEST', 'action'],
    ['an unknown action', { action: 'rotate', file: 1 }, 'INVALID_REQUEST', 'action'],
    ['a name of the object prototype', { action: 'constructor', file: 1 }, 'INVALID_REQUEST', 'action'],
    ['no file', { action: 'get-info' }, 'INVALID_REQUEST', 'file is missing'],
    ['file and files', { action: 'get-info', file: 1, files: 1 }, 'INVALID_REQUEST', 'both'],
    ['two files for one', { action: 'split', files: 2, ranges: '1' }, 'INVALID_REQUEST', 'files'],
    ['two in file', { action: 'split', file: 2, ranges: '1' }, 'INVALID_REQUEST', 'file'],
    ['split without ranges', { action: 'split', file: 1 }, 'INVALID_REQUEST', 'ranges'],
    ['split with empty ranges', { action: 'split', file: 1, ranges: '  ' }, 'INVALID_REQUEST', 'ranges'],
    ['ranges for merge', { action: 'merge', files: 2, ranges: '1' }, 'INVALID_REQUEST', 'ranges'],
    ['one file for merge', { action: 'merge', file: 1 }, 'INVALID_REQUEST', 'files'],
    ['21 files', { action: 'merge', file: 1, files: 20 }, 'PAYLOAD_TOO_LARGE', 'files'],
    ['detail for get-info', { action: 'get-info', file: 1, detail: 'text' }, 'INVALID_REQUEST', 'detail'],
    [
      'an unknown detail',
      { action: 'pdf-to-text', file: 1, detail: 'all' },
      'INVALID_REQUEST',
      'pages, text',
    ],
    ['broken ranges', { action: 'split', file: 1, ranges: '1,b' }, 'INVALID_PAGE_RANGES', '"b"'],
  ])('refuses %s and names the field', (_, fields, code, named) => {
    expect(() => read(fields)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(named) }),
    );
  });
});
