import { runOffline } from '#test/support/run-offline.ts';
import { type Expected, instructionsCases } from './cases.ts';
import { furtherInstructions } from './further-instructions.ts';
import { misreadCases } from './misread-cases.ts';
import { namesakeCases } from './namesake-cases.ts';
import { type Payload, payloads } from './payloads.ts';

/** How instructions did: `asked` where they were left to a model though rules could have done them. */
export interface PlayedInstructions {
  readonly on: string;
  readonly instructions: string;
  readonly result: 'right' | 'asked' | 'wrong request' | 'wrong answer';
  readonly expected: Expected;
  readonly did: readonly string[];
}

export const playInstructions = (): Promise<readonly PlayedInstructions[]> =>
  Promise.all(
    [...instructionsCases, ...misreadCases, ...furtherInstructions, ...namesakeCases].map(
      async ([on, instructions, expected]) => {
        const { contentType = 'application/json', headers = {}, body }: Payload = payloads[on];
        const run = await runOffline(instructions, body, { delivery: { contentType, headers } });
        const sent = run.requests.map(({ method, url, body: sentBody }) =>
          [method, url, sentBody].filter((part) => part !== undefined && part !== null).join(' '),
        );
        const lines = run.answer.split('\n').slice(1);
        const result = judge(expected, sent, run.needsModel, lines);
        return {
          on,
          instructions,
          result,
          expected,
          did: run.needsModel === null ? [...sent, ...lines] : [run.needsModel],
        };
      },
    ),
  );

function judge(
  expected: Expected,
  sent: readonly string[],
  needsModel: string | null,
  lines: readonly string[],
): PlayedInstructions['result'] {
  if (needsModel !== null) return sent.length > 0 ? 'wrong request' : expected === 'ask' ? 'right' : 'asked';
  if (expected === 'ask') return sent.length > 0 ? 'wrong request' : 'wrong answer';
  if ('answer' in expected)
    return sent.length > 0
      ? 'wrong request'
      : expected.answer.every((line) => lines.some((each) => each.includes(line)))
        ? 'right'
        : 'wrong answer';
  if (JSON.stringify(sent) === JSON.stringify(expected)) return 'right';
  return sent.length > 0 ? 'wrong request' : 'wrong answer';
}
