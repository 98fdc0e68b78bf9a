import { afterAll, beforeAll, expect, it } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startScriptedService } from '#test/support/scripted-service.ts';

let service: Awaited<ReturnType<typeof startScriptedService>>;
beforeAll(async () => {
  service = await startScriptedService();
});
afterAll(() => service[Symbol.asyncDispose]());

const usage = {
  prompt_tokens: 1_200,
  completion_tokens: 80,
  prompt_tokens_details: { cached_tokens: 900 },
  completion_tokens_details: { reasoning_tokens: 40 },
};
const wordsOf = (page: string) => page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

it('the page of a delivery tells why each turn of a model ended, and what it used', async () => {
  const { owner, deliveryId } = await service.play({
    answers: [
      { text: 'The order was rece', finishReason: 'length', usage },
      { text: 'All is well.', usage: null },
    ],
  });
  const visitor = consoleVisitor(service.api.url);
  await visitor.signIn(owner.workspace.token);
  const { text } = await visitor.show(`/console/deliveries/${deliveryId}`);
  const words = wordsOf(text);
  expect(words).toContain(
    'Cut off at the output limit, and was told so 1,200 tokens read, 900 of them cached · 80 written, 40 of them reasoning · finish reason length (cut off at the output limit)',
  );
  // A turn whose provider reported no tokens.
  expect(words).toContain('Answered finish reason stop');
  expect(text.match(/class="model trouble"/g)).toHaveLength(1);
});

it('so does a chat', async () => {
  service.addScript('Look at the orders.', [{ text: 'All is well.', usage }]);
  const owner = await service.api.newOwner();
  const agents = (await (await owner.manage('GET', '/agents')).json()) as { items: { id: string }[] };
  const said = await owner.manage('POST', `/agents/${agents.items[0]!.id}/chat`, {
    message: 'Look at the orders.',
  });
  const { conversationId } = (await said.json()) as { conversationId: string };
  const visitor = consoleVisitor(service.api.url);
  await visitor.signIn(owner.workspace.token);
  const { text } = await visitor.show(`/console/chat/${conversationId}`);
  expect(wordsOf(text)).toContain(
    'Answered 1,200 tokens read, 900 of them cached · 80 written, 40 of them reasoning · finish reason stop',
  );
});
