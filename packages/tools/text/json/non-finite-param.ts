import { choiceParam } from '../../params.ts';

export const nonFiniteParam = choiceParam(
  'The treatment of NaN and the infinities, which JSON does not know: a text such as "Infinity", null, or a refusal.',
  ['text', 'null', 'refuse'],
  'text',
);
