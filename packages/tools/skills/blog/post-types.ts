interface PostSection {
  readonly heading: string;
  readonly questions: readonly [string, string, string];
}

export interface PostType {
  readonly name: string;
  /** The first type whose words the topic holds is taken; the last takes all. */
  readonly fits: RegExp;
  readonly sections: readonly PostSection[];
}

/** Skeletons of posts. They ask; they never state anything about a subject that rules cannot know. */
export const postTypes: readonly PostType[] = [
  {
    name: 'comparison',
    fits: /\b(?:vs\.?|versus|compared?|comparison|alternatives?|difference between|or)\b/i,
    sections: [
      {
        heading: 'Who has to choose, and when',
        questions: [
          'Who stands before this choice?',
          'What goes wrong when they choose badly?',
          'What is not compared here?',
        ],
      },
      {
        heading: 'What to compare by',
        questions: [
          'Which three criteria matter most?',
          'Which can be measured?',
          'Which are a matter of taste?',
        ],
      },
      {
        heading: 'Side by side',
        questions: [
          'Where does each win clearly?',
          'Where is there no difference?',
          'What does each cost in time and money?',
        ],
      },
      {
        heading: 'Which one for whom',
        questions: [
          'For whom is the first the better choice?',
          'For whom the second?',
          'What would change the verdict?',
        ],
      },
    ],
  },
  {
    name: 'how-to',
    fits: /\b(?:how to|guide|tutorial|step[- ]by[- ]step|getting started|set(?:ting)? up|build(?:ing)?|mak(?:e|ing))\b/i,
    sections: [
      {
        heading: 'What you will have at the end',
        questions: [
          'What can the reader do afterwards?',
          'How long does it take?',
          'For whom is it not meant?',
        ],
      },
      {
        heading: 'What you need before you start',
        questions: [
          'Which tools or accounts are needed?',
          'What should the reader know already?',
          'What can be skipped?',
        ],
      },
      {
        heading: 'The steps',
        questions: [
          'What is the first thing to do?',
          'How does the reader see that a step worked?',
          'Which step do people get wrong?',
        ],
      },
      {
        heading: 'When it does not work',
        questions: ['What is the most common mistake?', 'How is it recognised?', 'How is it put right?'],
      },
      {
        heading: 'Where to go from here',
        questions: [
          'What is the next useful thing to learn?',
          'What should be checked again later?',
          'Whom can the reader ask?',
        ],
      },
    ],
  },
  {
    name: 'announcement',
    fits: /\b(?:announc\w+|introduc\w+|launch\w*|releas\w+|now available|what['’]s new|welcom\w+)\b/i,
    sections: [
      {
        heading: 'What is new',
        questions: ['What is it, in one sentence?', 'What could people not do before?', 'From when on?'],
      },
      {
        heading: 'Why we made it',
        questions: ['Who asked for it?', 'Which problem does it end?', 'What did we decide against?'],
      },
      {
        heading: 'How to use it',
        questions: [
          'Where does the reader find it?',
          'What is the first thing to try?',
          'What does it cost?',
        ],
      },
      {
        heading: 'What comes next',
        questions: ['What is still missing?', 'When is it expected?', 'Where can people answer?'],
      },
    ],
  },
  {
    name: 'list',
    fits: /^\s*\d+\b|\b(?:best|top|ways|tips|ideas|reasons|mistakes|examples|tools|books|lessons|things)\b/i,
    sections: [
      {
        heading: 'How this list was made',
        questions: [
          'Who is the list for?',
          'What had to be true to get on it?',
          'What was left out, and why?',
        ],
      },
      {
        heading: 'The entries, the most useful first',
        questions: [
          'What is each good for, in one line?',
          'What is a real example of each?',
          'What is the catch of each?',
        ],
      },
      {
        heading: 'How to choose among them',
        questions: [
          'Which one first, for a beginner?',
          'Which two do not go together?',
          'Which is most often overrated?',
        ],
      },
      {
        heading: 'What to do today',
        questions: [
          'What takes five minutes?',
          'What takes an afternoon?',
          'How does the reader see that it helped?',
        ],
      },
    ],
  },
  {
    name: 'explainer',
    fits: /(?:)/,
    sections: [
      {
        heading: 'In one paragraph',
        questions: [
          'What is it, for somebody who has never heard of it?',
          'Why does it matter now?',
          'What is it often confused with?',
        ],
      },
      {
        heading: 'How it works',
        questions: [
          'What are its parts?',
          'What happens first, and what follows?',
          'Which example shows it best?',
        ],
      },
      {
        heading: 'What it means for the reader',
        questions: ['What changes in their day?', 'What does it cost them?', 'What can they leave as it is?'],
      },
      {
        heading: 'What is disputed',
        questions: ['Who sees it otherwise?', 'What is not known yet?', 'What would settle it?'],
      },
      {
        heading: 'What to do next',
        questions: [
          'What is one small step?',
          'Where is the best source?',
          'When is it worth looking again?',
        ],
      },
    ],
  },
];
