import {
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ErrorReply,
  ReconnectStrategyError,
  RootNodesUnavailableError,
  SocketClosedUnexpectedlyError,
  SocketTimeoutError,
} from '@redis/client';

import { isMemoryFull } from '../condition.ts';

const losses = [
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ReconnectStrategyError,
  RootNodesUnavailableError,
  SocketClosedUnexpectedlyError,
  SocketTimeoutError,
];

const socketCodes = /^E(?:CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND)/;

/** Replies of a server that works for nobody at the moment. */
const closedReplies = /^(?:LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|NOREPLICAS|MISCONF|TRYAGAIN|BUSY) /;

/** Why Redis cannot do what was asked, as a sentence; null for any other error. */
export function redisProblemOf(error: unknown): string | null {
  if (isMemoryFull(error)) return 'The memory of Redis is full';
  if (error instanceof ErrorReply)
    return closedReplies.test(error.message) ? 'Redis does not take commands at the moment' : null;
  return isLoss(error) ? 'Redis does not answer' : null;
}

function isLoss(error: unknown): boolean {
  if (losses.some((type) => error instanceof type)) return true;
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown };
  return typeof syscall === 'string' && typeof code === 'string' && socketCodes.test(code);
}
