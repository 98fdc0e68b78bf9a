/** Texts and what becomes of them: [what it is, before, after]. */
export const goldens: readonly (readonly [what: string, before: string, after: string])[] = [
  ['a worn verb', 'We will delve into the numbers and see.', "We'll look at the numbers and see."],
  ['an empty opening', 'Moreover, the plan is cheap.', 'The plan is cheap.'],
  ['an opening with that', 'It is important to note that prices rise in May.', 'Prices rise in May.'],
  ['a fast-paced world', 'In today’s fast-paced world, people read less.', 'People read less.'],
  ['a pivotal role', 'Water plays a pivotal role in the harvest.', 'Water matters for the harvest.'],
  [
    'an article that must follow',
    'It was a pivotal moment and an intricate plan.',
    'It was an important moment and a detailed plan.',
  ],
  [
    'long for short',
    'In order to win, we met on a daily basis due to the fact that it rained.',
    'To win, we met daily because it rained.',
  ],
  [
    'a pair of dashes',
    'The river — cold and wide — was in the way.',
    'The river, cold and wide, was in the way.',
  ],
  [
    'a pair of dashes with commas inside',
    'The boys—Tom, Dick and Harry—ran to the house.',
    'The boys (Tom, Dick and Harry) ran to the house.',
  ],
  ['a dash before a list or a word', 'She had one goal—freedom.', 'She had one goal: freedom.'],
  ['a dash before a sentence', 'He left early—he was tired of it.', 'He left early. He was tired of it.'],
  ['a dash before and', 'It works—and it lasts.', 'It works, and it lasts.'],
  [
    'contractions',
    'We do not know why they are late, but it is fun and we cannot stop.',
    "We don't know why they're late, but it's fun and we can't stop.",
  ],
  [
    'a verb at the end',
    'I wonder where it is. Yes, we are. It is.',
    'I wonder where it is. Yes, we are. It is.',
  ],
  ['not only but also', 'The tool is not only fast but also safe.', 'The tool is fast and safe.'],
  [
    'talk of an assistant',
    'As an AI language model, I cannot taste. The soup is good. I hope this helps!',
    'The soup is good.',
  ],
  [
    'a reply as it was copied',
    'Certainly! Here is the text:\n\nThe soup is good.\n\nWould you like me to make it shorter?',
    'The soup is good.',
  ],
  [
    'citation marks',
    'The soup is good :contentReference[oaicite:3]{index=3} and hot【4†source】.',
    'The soup is good and hot.',
  ],
  [
    'blanks in a letter',
    'Dear [Recipient Name],\n\nThe soup is ready for you.\n\nBest,\n[Your Name]',
    'Hello,\n\nThe soup is ready for you.\n\nBest,',
  ],
  [
    'a link from a chat',
    'The soup is at https://example.com/soup?utm_source=chatgpt.com today.',
    'The soup is at https://example.com/soup today.',
  ],
  [
    'a quotation',
    'He said "we must delve into it" and then “leverage the data — now”.',
    'He said "we must delve into it" and then “leverage the data — now”.',
  ],
  [
    'code',
    'Run `utilize --force` first.\n\n```js\n// utilize the cache — it is not slow\n```',
    'Run `utilize --force` first.\n\n```js\n// utilize the cache — it is not slow\n```',
  ],
  [
    'a name',
    'The team at Leverage Partners and the film by Paramount Pictures are known to us.',
    'The team at Leverage Partners and the film by Paramount Pictures are known to us.',
  ],
  [
    'headings and lists',
    '# Delve Into The Plan\n\n- Moreover, we utilize tools.\n- It is a seamless process.\n\n> We do not utilize it.',
    "# Delve Into The Plan\n\n- We use tools.\n- It's a smooth process.\n\n> We do not utilize it.",
  ],
  [
    'verse',
    'I do not know the hour — the bell\nis not a thing to me;\nmoreover, it is dark, and well,\nthe tapestry of sea.',
    'I do not know the hour — the bell\nis not a thing to me;\nmoreover, it is dark, and well,\nthe tapestry of sea.',
  ],
  [
    'a contract',
    'Notwithstanding the foregoing, the parties shall not utilize the Marks prior to closing.',
    'Notwithstanding the foregoing, the parties shall not utilize the Marks prior to closing.',
  ],
  [
    'a formal letter',
    'Dear Sir, we do not utilize the service. Yours faithfully, A. Byron',
    'Dear Sir, we do not use the service. Yours faithfully, A. Byron',
  ],
  [
    'German',
    'Wir nutzen die Daten, um in der Realm von Leverage — und das ist gut — zu sein.',
    'Wir nutzen die Daten, um in der Realm von Leverage — und das ist gut — zu sein.',
  ],
  [
    'French',
    'Il est important de noter que la plateforme — robuste — est un atout pour les équipes.',
    'Il est important de noter que la plateforme — robuste — est un atout pour les équipes.',
  ],
  [
    'Spanish',
    'En el mundo de hoy, la empresa es un actor pivotal — y no se detiene.',
    'En el mundo de hoy, la empresa es un actor pivotal — y no se detiene.',
  ],
  [
    'Japanese',
    '私たちはデータを活用します — それは重要です。',
    '私たちはデータを活用します — それは重要です。',
  ],
  ['plain English', 'The cat sat on the mat and looked at me.', 'The cat sat on the mat and looked at me.'],
];
