import { evaluateFilter, readFilter } from '#rules/filter.ts';
import { deliveryOf } from '#test/support/turn-input.ts';
import { readDocument } from '#rules/read-document.ts';
import type { FilterCase, Patch, SenderCorpus } from './corpus.ts';
import { senders } from './senders.ts';

type Verdict = 'run' | 'skip' | 'needs_model';

/** How a filter did on its deliveries; `unknown` where one of them was left to a model and none was decided wrongly. */
export interface Played {
  readonly sender: string;
  readonly filter: string;
  readonly result: 'right' | 'unread' | 'unknown' | 'wrong';
  readonly verdicts: readonly string[];
}

export const playCorpus = (): readonly Played[] =>
  senders.flatMap((corpus) => corpus.cases.map((each) => playCase(corpus, each)));

function playCase(corpus: SenderCorpus, [filter, run, ...skips]: FilterCase): Played {
  const shared = { sender: corpus.sender, filter };
  const read = readFilter(filter);
  if (read.state === 'not-understood') return { ...shared, result: 'unread', verdicts: [] };
  const judged = [run, ...skips].map((patch) => evaluateFilter(read.condition, documentOf(corpus, patch)));
  const expected = (index: number): Verdict => (index === 0 ? 'run' : 'skip');
  const isWrong = judged.some(
    ({ verdict }, index) => verdict !== 'needs_model' && verdict !== expected(index),
  );
  const isRight = judged.every(({ verdict }, index) => verdict === expected(index));
  const verdicts = judged.map(
    ({ verdict, evidence }, index) => `${expected(index)}: ${verdict} (${evidence})`,
  );
  return { ...shared, result: isWrong ? 'wrong' : isRight ? 'right' : 'unknown', verdicts };
}

/** The filters that nothing decides, with what was decided. */
export const playOpen = () =>
  senders.flatMap((corpus) =>
    (corpus.open ?? []).flatMap(([filter, ...patches]) => {
      const read = readFilter(filter);
      return read.state === 'not-understood'
        ? []
        : [
            [
              corpus.sender,
              filter,
              patches.map((patch) => evaluateFilter(read.condition, documentOf(corpus, patch))),
            ] as const,
          ];
    }),
  );

export const documentOf = (...of: Parameters<typeof caseDelivery>) => readDocument(caseDelivery(...of));

export function caseDelivery(
  { body, headers, contentType }: SenderCorpus,
  patch: Patch,
  change: (body: unknown) => unknown = (same) => same,
) {
  const own = Object.entries(patch);
  const whole = Object.hasOwn(patch, '') ? patch[''] : structuredClone(body);
  for (const [path, value] of own) if (path !== '' && !path.startsWith('headers.')) set(whole, path, value);
  const others = own.flatMap(([path, value]) =>
    path.startsWith('headers.') ? [[path.slice('headers.'.length), String(value)] as const] : [],
  );
  const isForm = contentType === 'application/x-www-form-urlencoded';
  const text = isForm
    ? new URLSearchParams(change(whole) as Record<string, string>).toString()
    : change(whole);
  return deliveryOf(text, { contentType, headers: { ...headers, ...Object.fromEntries(others) } });
}

function set(root: unknown, path: string, value: unknown): void {
  const record = root as Record<string, unknown>;
  const dot = path.indexOf('.');
  if (dot === -1 || Object.hasOwn(record, path)) record[path] = value;
  else set(record[path.slice(0, dot)], path.slice(dot + 1), value);
}

/** A table of how the corpus was decided, by sender. */
export function tableOf(played: readonly Played[]): string {
  const names = [...new Set(played.map(({ sender }) => sender))];
  const row = (name: string, of: readonly Played[]): string => {
    const count = (result: Played['result']): string =>
      String(of.filter((each) => each.result === result).length).padStart(8);
    return `${name.padEnd(22)}${String(of.length).padStart(5)}${count('right')}${count('unknown')}${count('unread')}${count('wrong')}`;
  };
  return [
    `${'sender'.padEnd(22)}    n   right unknown  unread   wrong`,
    ...names.map((name) =>
      row(
        name,
        played.filter(({ sender }) => sender === name),
      ),
    ),
    row('all', played),
  ].join('\n');
}
