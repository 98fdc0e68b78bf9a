import { Router } from '@koa/router';
import type { ParameterizedContext } from 'koa';

import { ChatReply } from '../../../capabilities/records.ts';
import { IdempotencyKey, NewMessage } from '../../../contracts/chat.ts';
import { chatIds } from '../../../domain/chat-id.ts';
import { chatLimits } from '../../../domain/chat-limits.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import type { Agents } from '../../../store/agents.ts';
import type { ArrivedMessage, Conversations } from '../../../store/conversations.ts';
import type { ConversationStarter } from '../../../temporal/conversations.ts';
import { listQuery } from '../../list-query.ts';
import { parseBody, parseWith } from '../../body/parse.ts';
import type { AppState } from '../../state.ts';
import { found, workspaceOf } from '../../workspace-of.ts';

interface ChatDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly conversations: Conversations;
  readonly conversationStarter: ConversationStarter;
  readonly replyWaitMs: number;
}

type Context = ParameterizedContext<AppState>;

const busyRetrySeconds = 5;

/** Talking with an agent: a message and its reply, and what was said before. */
export function chatRouter({ agents, conversations, conversationStarter, replyWaitMs }: ChatDeps) {
  const router = new Router<AppState>();
  const base = '/manage/agents/:agentId';

  async function agentOf(ctx: Context & { params: Readonly<Record<string, string>> }) {
    const workspaceId = workspaceOf(ctx).id;
    const agent = found(await agents.find(workspaceId, ctx.params['agentId'] ?? ''), 'agent');
    return { workspaceId, agentId: agent.id, agentName: agent.name };
  }

  router.post(`${base}/chat`, async (ctx) => {
    const agent = await agentOf(ctx);
    const { message: given, conversationId = null } = await parseBody(ctx, NewMessage, { answer: ChatReply });
    // As the store gives it back: half a surrogate pair is no character.
    const text = given.toWellFormed();
    const idempotencyKey = keyOf(ctx);
    const ids = chatIds(agent.agentId, { conversationId, idempotencyKey });
    const message = { ...agent, ...ids, text };
    await store(message, { isNew: conversationId === null });
    ctx.body = await replyTo(message);
  });

  /** The message is stored before anything is done about it: from here on it is not lost. */
  async function store(message: ArrivedMessage, options: { isNew: boolean }): Promise<void> {
    const saved = await conversations.save(message, options);
    if (saved === 'missing') throw new DomainError('NOT_FOUND', 'There is no such conversation');
    if (saved === 'stored') return;
    const first = await conversations.message(message.workspaceId, message.messageId);
    if (first?.message === message.text) return;
    throw new DomainError('INVALID_REQUEST', 'Idempotency-Key: was used for another message', {
      hint: 'Use a new key for a new message.',
    });
  }

  async function replyTo(message: ArrivedMessage): Promise<ChatReply> {
    const known = await endedReply(message);
    if (known !== null) return known;
    const said = await conversationStarter.say(message, replyWaitMs);
    if (said === 'full') {
      await conversations.withdraw(message);
      throw new DomainError(
        'CONCURRENCY_EXCEEDED',
        `${chatLimits.waitingMessages} messages of this conversation are waiting`,
        { retryAfterSeconds: busyRetrySeconds },
      );
    }
    const reply = await endedReply(message);
    if (reply !== null) return reply;
    throw new DomainError(
      'REPLY_PENDING',
      `The reply is not ready yet; it can be read later in conversation ${message.conversationId}`,
      {
        hint: `GET /manage/agents/${message.agentId}/conversations/${message.conversationId} shows it then.`,
      },
    );
  }

  /** Null while the message waits or is being answered. */
  async function endedReply(message: ArrivedMessage): Promise<ChatReply | null> {
    const { workspaceId, conversationId, messageId } = message;
    const record = await conversations.message(workspaceId, messageId);
    if (record === null || record.outcome === 'running') return null;
    const { reply, outcome, reason, steps, cost } = record;
    return { conversationId, messageId, reply: reply ?? '', outcome, reason, steps, cost };
  }

  router.get(`${base}/conversations`, async (ctx) => {
    const { workspaceId, agentId } = await agentOf(ctx);
    ctx.body = await conversations.list(workspaceId, agentId, listQuery(ctx));
  });

  router.get(`${base}/conversations/:conversationId`, async (ctx) => {
    const { workspaceId, agentId } = await agentOf(ctx);
    const conversation = found(
      await conversations.find(workspaceId, agentId, ctx.params['conversationId'] ?? ''),
      'conversation',
    );
    const { conversationId } = conversation;
    const page = await conversations.messages(workspaceId, conversationId, listQuery(ctx));
    ctx.body = { ...conversation, ...page };
  });
  return router;
}

function keyOf(ctx: Context): string | null {
  const header = ctx.headers['idempotency-key'];
  return header === undefined ? null : parseWith(IdempotencyKey, header, 'Idempotency-Key');
}
