import { articles, wordSet } from '../language/common-words.ts';
import type { RequestAction } from './program.ts';

/** The key words of instructions, one table each. */

export const articleWords = [...articles].join(' ');

type Method = RequestAction['method'];

export const methods: Readonly<Record<string, Method>> = {
  get: 'GET',
  post: 'POST',
  patch: 'PATCH',
  delete: 'DELETE',
};

/** Verbs that need "a POST request to" or the like after them. */
export const makeVerbs = 'make send do issue perform submit fire execute trigger';
/** Verbs that bring something: "send the order id to". */
export const sendVerbs = 'send forward relay push deliver submit post';
/** Verbs that fetch something. */
export const fetchVerbs = 'call fetch retrieve load query ping request hit read check';

export const replyVerbs = 'reply answer respond say return finish output end';
export const reportVerbs =
  'report list extract show tell give output print return note log describe reply respond answer mention display';
export const summaryVerbs = 'summarise summarize';
export const writeVerbs =
  'write give make create produce provide prepare return reply report answer respond send output';

/** "Create a contact: POST …": verbs of a title, and the method that does what they say. */
export const titleVerbs: Readonly<Record<string, Method>> = {
  ...Object.fromEntries(
    ['create', 'add', 'register', 'insert', 'record', 'log', 'save', 'store', 'notify', 'send'].map(
      (verb) => [verb, 'POST'],
    ),
  ),
  ...Object.fromEntries(['update', 'change', 'mark', 'set'].map((verb) => [verb, 'PATCH'])),
  ...Object.fromEntries(['delete', 'remove'].map((verb) => [verb, 'DELETE'])),
};

/** Every word that an action may begin with. */
export const actionVerbs = new Set([
  ...Object.keys(methods),
  ...`${makeVerbs} ${sendVerbs} ${fetchVerbs} ${replyVerbs} ${reportVerbs} ${summaryVerbs} ${writeVerbs}`.split(
    ' ',
  ),
  ...Object.keys(titleVerbs),
  'notify',
  'use',
  'describe',
  'acknowledge',
  'ignore',
  'skip',
  'stop',
  'nothing',
]);

/** Words that go before an action without changing it. */
export const sequenceWords =
  'then next finally lastly afterwards afterward also first second third fourth please and';

/** The delivery as a whole. The first set is enough by itself; the second needs an adjective. */
export const wholeNouns = 'payload delivery body webhook';
export const wholeNounsWithAdjective = `${wholeNouns} data event message request json content text`;
export const wholeAdjectives =
  'whole entire full complete raw original same received incoming unchanged webhook request delivery json';

/** Words of a header clause that are neither name nor value. */
export const headerFrame = `${articleWords} stored configured saved custom extra additional request http attached`;

/** The delivery in "summarise the delivery". */
export const deliveryNouns =
  'delivery payload event webhook request body message data it this text notification content';

/** What a payload may be called: no name of a member. */
export const bodyWords = wordSet(
  'json body payload data content object following text plain string of containing with including this : as',
);
