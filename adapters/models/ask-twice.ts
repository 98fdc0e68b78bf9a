import type { z } from 'zod';

import { askForObject } from './ask-for-object.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { ProposalCalls } from './proposal-calls.ts';

interface NotUsed {
  readonly problem: string;
  /** The answer itself, where the model is to see it again. */
  readonly answer?: string;
}

/** Asks once more, with the reason, where `read` cannot use the answer. */
export async function askTwice<S extends z.ZodType, Read extends object>(
  loaded: LoadedModel,
  { call }: ProposalCalls,
  question: Parameters<typeof askForObject<S>>[1],
  read: (object: z.output<S>) => Read | NotUsed,
): Promise<Read | Pick<NotUsed, 'problem'>> {
  const ask = async (again: string) => {
    const prompt = `${question.prompt}${again}`;
    const said = await call(() => askForObject(loaded, { ...question, prompt }));
    return 'problem' in said ? said : read(said.object);
  };
  const first = await ask('');
  if (!isNotUsed(first)) return first;
  const { problem, answer } = first;
  const named = answer === undefined ? 'Your answer' : `Your answer ${JSON.stringify(answer)}`;
  const last = await ask(`\n\n${named} cannot be used. ${problem} Write another one.`);
  return isNotUsed(last) ? { problem: last.problem } : last;
}

const isNotUsed = (read: object): read is NotUsed => 'problem' in read;
