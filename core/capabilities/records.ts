import type { z } from 'zod';

import { chatMessage, chatReply, conversationPage } from '#contracts/chat.ts';
import { deliveryRecord } from '#contracts/delivery.ts';
import { Step } from './step.ts';

/** The API responses that show what an agent did: their contracts, completed with the steps of all capabilities. */

export const DeliveryRecord = deliveryRecord(Step);
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

export const ChatMessage = chatMessage(Step);
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatReply = chatReply(Step);
export type ChatReply = z.infer<typeof ChatReply>;

export const ConversationPage = conversationPage(Step);
