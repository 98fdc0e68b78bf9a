import { choiceParam } from '../../params.ts';

export const nonFiniteParam = choiceParam(
  'What NaN and the infinities become, which JSON does not know: a text such as "Infinity", null, or a refusal.',
  ['text', 'null', 'refuse'],
  'text',
);
