import { expect, it } from 'vitest';

import { isWrittenCall } from '#models/written-call.ts';

const call = '{"name": "http_request", "arguments": {"method": "POST", "url": "https://api.example.com/x"}}';

it.each([
  call,
  `[${call}]`,
  `\`\`\`json\n${call}\n\`\`\``,
  `I will send it:\n\`\`\`\n${call}\n\`\`\`\nThat is all.`,
  `<tool_call>\n${call}\n</tool_call>`,
  `Sure.\n<tool_call>${call}`,
  `[TOOL_CALLS] [${call}]`,
  `<|python_tag|>${call}`,
  '<function=http_request>{"method": "GET"}</function>',
  '<|channel|>commentary to=functions.http_request <|message|>{"method":"GET"}',
  '{"type": "function", "function": {"name": "read_delivery", "parameters": {"find": "a"}}}',
  '{"tool": "text_tools", "tool_input": {}}',
  'http_request(method="POST", url="https://api.example.com/x")',
  "Then:\n  functions.finish(answer='Done.')",
])('is a call in writing: %s', (text) => expect(isWrittenCall(text)).toBe(true));

it.each([
  'The order was sent.',
  'The delivery says "<tool_call>", which is data.',
  'The agent used http_request once.',
  '{"order": "A-1", "name": "Ada"}',
  '{"answer": "Done.", "failure": null}',
  '```json\n{"name": "Ada", "action": "created"}\n```',
  'I finished (all of it).',
  '{"name": "http_request"',
  '',
])('is none: %s', (text) => expect(isWrittenCall(text)).toBe(false));
