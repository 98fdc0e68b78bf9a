import { rewrite, type Rewritten } from './rewrite.ts';

const sentenceStart = String.raw`(?<before>^\s*|[.!?]\s+|\n\s*)`;
const toSentenceEnd = String.raw`[^.!?\n]{0,300}[.!?]+`;

/** Sentences that an assistant says about itself, not about the subject. */
const sentences = new RegExp(
  `${sentenceStart}(?:${[
    `As an AI(?: language)? model,?${toSentenceEnd}`,
    `As a large language model,?${toSentenceEnd}`,
    String.raw`I hope this (?:helps|is helpful|answers your question)[.!]+`,
    String.raw`I hope this (?:email|message) finds you well[.!]+`,
    `Let me know if you(?:['’]d| would) like me to${toSentenceEnd}`,
    `Would you like me to${toSentenceEnd}`,
    `Is there anything else (?:I can|you)${toSentenceEnd}`,
    `Feel free to ask (?:me )?if${toSentenceEnd}`,
    `(?:Certainly|Sure|Absolutely|Of course)[!,] ?(?:[Hh]ere['’]?(?:s| is| are)[^.:!\\n]{0,120}[.:!]|I(?:['’]d| would) be happy to${toSentenceEnd})`,
  ].join('|')})(?<after>[ \\t]*)`,
  'gu',
);

/** Marks that a chat leaves behind when its answer is copied. */
const marks =
  /[ \t]*(?::contentReference\[oaicite:\d+\]\{index=\d+\}|\[oaicite:\d+\]|【[^】\n]{0,60}†[^】\n]{0,60}】|\bturn\d+(?:search|view|news)\d+\b)/g;

const blanks = String.raw`\[(?:your|insert|recipient|company|client|customer|name|date|add|placeholder)\b[^\]\n]{0,60}\](?!\()`;
const greeting = new RegExp(String.raw`\b(?:Dear|Hello|Hi) ${blanks}(?=[,!:])`, 'giu');
const blank = new RegExp(String.raw`[ \t]*${blanks}`, 'giu');

/** Removes chat residue: self-references, citation marks, unfilled placeholders. */
export function removeResidue(text: string): Rewritten {
  const steps = [
    (input: string) =>
      rewrite(input, sentences, ({ groups }) =>
        (groups?.['before'] ?? '').replace(/[ \t]+$/, groups?.['after'] ?? ''),
      ),
    (input: string) => rewrite(input, marks, () => ''),
    (input: string) => rewrite(input, greeting, () => 'Hello'),
    (input: string) => rewrite(input, blank, () => ''),
  ];
  return steps.reduce<Rewritten>(
    (so, step) => {
      const next = step(so.text);
      return { text: next.text, changes: so.changes + next.changes };
    },
    { text, changes: 0 },
  );
}

const trackingOfChats =
  /([?&])utm_source=(?:chatgpt\.com|openai|perplexity(?:\.ai)?|copilot\.com|claude\.ai)(&?)/gi;

export function removeTracking(text: string): Rewritten {
  return rewrite(text, trackingOfChats, ([, before = '', after = '']) => (after === '' ? '' : before));
}
