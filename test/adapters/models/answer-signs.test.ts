import { describe, expect, it } from 'vitest';

import { isAnnouncement, isQuestion, isRefusal, namesFailure } from '#models/answer-signs.ts';

describe('a refusal', () => {
  it.each([
    "I'm sorry, but I can't help with that.",
    'I’m sorry, but I can’t assist with this request.',
    'Sorry, I cannot help you with this.',
    'Unfortunately, I am not able to comply with the request.',
    "I can't do that.",
    'I cannot fulfill this request.',
    'As an AI language model, I am unable to assist with that.',
    "I'm unable to help with that request.",
    'I apologize, but I cannot process this request.',
    'Es tut mir leid, aber dabei kann ich nicht helfen.',
    'Désolé, je ne peux pas vous aider.',
    'Lo siento, pero no puedo ayudar con eso.',
  ])('is %s', (text) => expect(isRefusal(text)).toBe(true));

  it.each([
    'I cannot find a paid order in the delivery; nothing had to be done.',
    'The customer writes: "I\'m sorry, but I can\'t help with that."',
    'Order A-1 is paid.',
    'Sorry about the delay: order A-1 was sent.',
    'The customer cannot help it.',
    '',
  ])('is not %s', (text) => expect(isRefusal(text)).toBe(false));
});

describe('an announcement', () => {
  it.each([
    'I will now send the order to the API.',
    "Understood. I'll post it.",
    'The order is paid.\n\nLet me send it to the API.',
    'Okay, I am going to check the stock first.',
    'Next, I will create the ticket.',
    "I'll go ahead and send the order.",
    'I will now send the order. One moment please.',
    'The order is paid. **Next step:** I am about to call the API.',
    '1. Check the order\n2. I need to send a POST request first.',
    'Sending the order to the API now…',
    "I'm now sending the request.",
    'Now posting the order.',
    "Let's call the API: `POST /orders`",
    'I will send this:\n```json\n{"order": 1}\n```',
  ])('is %s', (text) => expect(isAnnouncement(text)).toBe(true));

  it.each([
    'The order was recorded.',
    'The customer writes that she will send it back.',
    'He writes: "I will send it back tomorrow."',
    'I will now send the order. Done: it is recorded.',
    'Let me know if you need anything else.',
    'I will be glad to help again.',
    'The customer will send it back.',
    'Sending failed: the API answered 500.',
    'I had to send it twice. Thank you.',
    'The order was sent. Thank you!',
    'Next step of the order: packing.',
    'He says:\n```\nI will now send it\n```',
    'Posting to the forum is what the customer asks for.',
  ])('is not %s', (text) => expect(isAnnouncement(text)).toBe(false));
});

describe('a question to the owner', () => {
  it.each([
    'Which API should I send this to?',
    'The delivery names two orders. Do you want both to be sent?',
    'What is the address of the API?',
    'Please could you tell me the URL?',
  ])('is %s', (text) => expect(isQuestion(text)).toBe(true));

  it.each([
    'The customer asks: "Which size should I order?"',
    'She asks whether you ship to Norway.',
    'The subject is Where is my order?',
    'Sent. Is it paid? Yes, it is paid.',
  ])('is not %s', (text) => expect(isQuestion(text)).toBe(false));
});

describe('a failure', () => {
  it.each([
    'The request failed.',
    'The API answered 500, so the order could not be recorded.',
    'It was refused.',
    'The contact already exists.',
    'The order was not sent.',
  ])('is named in %s', (text) => expect(namesFailure(text)).toBe(true));

  it.each(['All done.', 'The order was sent; the API answered with status 500.', 'Recorded as 17.'])(
    'is not named in %s',
    (text) => expect(namesFailure(text)).toBe(false),
  );
});
