import { Readable } from 'node:stream';

import { bytes, file } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { type ExportDeps, exportRecords } from './export-records.ts';

export const exportWorkspace = (deps: ExportDeps) =>
  defineOperation({
    method: 'get',
    path: '/manage/export',
    id: 'exportWorkspace',
    access: 'owner',
    role: 'owner',
    summary: 'Export everything of the workspace',
    description: [
      'JSON lines, as a stream. The member `kind` of each line says what it is: `workspace`; `token`, without its value; `agent`, followed by its `policy`, `decision`, `conversation` and `message` lines; `automation`, deleted ones too as long as deliveries of them are kept, followed by its `revision` and `case` lines; `alertRule`, followed by its `alert` lines; `eventTarget`, followed by its `event` lines; `approval`, with its request and who decided; `audit`, who changed what; `delivery`, newest first, the whole record with `body` in base64 (null where none is kept).',
      'Not in it: values of credentials, that is tokens, header values, signing secrets, secrets of alert rules and of targets of events, and the URLs of hooks. The last line is `{"kind":"end","records":…}`: without it the export was cut off. It is no snapshot: what changes while it is read may be told as before or after.',
    ].join('\n\n'),
    answers: {
      200: file(
        'One record a line, the end marked by the last one.',
        { 'application/jsonl': { type: 'string' } },
        ['Content-Disposition'],
      ),
    },
    handle: ({ workspace }) => ({
      status: 200,
      ...bytes(
        'application/jsonl',
        Readable.from(linesOf(exportRecords(deps, workspace)), { objectMode: false }),
        {
          fileName: `${workspace.id}.jsonl`,
        },
      ),
    }),
  });

async function* linesOf(records: AsyncIterable<object>): AsyncGenerator<string> {
  let count = 0;
  for await (const record of records) {
    count += 1;
    yield `${JSON.stringify(record)}\n`;
  }
  yield `${JSON.stringify({ kind: 'end', records: count })}\n`;
}
