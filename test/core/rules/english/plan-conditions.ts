import type { readEnglishCondition } from '#rules/english-condition.ts';

/** Conditions of one form, "status is paid", so that plans are tested by themselves. */
export const readSmallCondition: typeof readEnglishCondition = (text) => {
  const [, field, word] = /^(?:the )?([\w.]+) is (\w+)$/.exec(text) ?? [];
  return field === undefined
    ? { state: 'not-understood', notUnderstood: [text], nearest: 'status is paid' }
    : { state: 'understood', text: `body.${field} == "${word}"`, fields: [] };
};
