import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { createPin } from './connect.ts';
import type { ResolvedAddress } from './resolve.ts';
import type { Target } from './target.ts';
import type { Use, Wire } from './wire.ts';

/** Everything that two calls must have in common to use one connection after the other. */
interface Sharing {
  readonly workspaceId: string;
  readonly agentId: string;
  /** Those of the host with their revisions, and those that cover the request. */
  readonly policies: readonly unknown[];
  readonly origin: string;
  /** Names and values, credentials included: a target may bind what it was told to the connection. */
  readonly headers: readonly unknown[];
  /** Values of secrets that the request names. */
  readonly secrets: readonly unknown[];
}

/** A digest, so that no credential waits with the connection. */
export const sharingKey = (sharing: Sharing): string => hash('sha256', JSON.stringify(sharing), 'base64');

interface Call {
  readonly key: string;
  readonly target: Target;
  /** Those that were checked for this call. */
  readonly addresses: readonly ResolvedAddress[];
  readonly deadline: AbortSignal;
  readonly onSending?: (() => Promise<void>) | undefined;
}

interface Kept {
  readonly key: string;
  readonly wire: Wire;
  /** All that had arrived at the end of the last answer. */
  readonly bytesRead: number | undefined;
}

const perKeyMax = 8;
const allMax = 64;
/** So that a target's certificate is looked at again, however often it is called. */
const ageMsMax = 60_000;

/** Open, and silent since the end of the last answer: bytes that nobody asked for must not become the answer to the next request. */
function isFit({ wire, bytesRead }: Kept): boolean {
  const socket = wire.socket();
  if (socket === undefined || socket.destroyed || !socket.readable || !socket.writable) return false;
  return socket.bytesRead === bytesRead && Date.now() - wire.openedAt < ageMsMax;
}

export interface KeptWires {
  /** Takes out a wire for a call; undefined where none fits. Rejects with the error of `onSending`. */
  readonly take: (call: Call) => Promise<Use | undefined>;
  /** Keeps a wire whose last answer has ended cleanly, for a few seconds; closes it where its target wants no more. */
  readonly keep: (key: string, wire: Wire) => void;
}

/** Connections between calls, newest last; few, and the oldest goes first. */
export function createKeptWires(): KeptWires {
  const idle: Kept[] = [];

  function newest(key: string): Kept | undefined {
    for (let at = -1; (at = idle.findLastIndex((one) => one.key === key)) >= 0;) {
      const [kept] = idle.splice(at, 1);
      if (kept !== undefined && isFit(kept)) return kept;
      kept?.wire.close();
    }
    return undefined;
  }

  async function take({ key, target, addresses, deadline, onSending }: Call): Promise<Use | undefined> {
    const kept = newest(key);
    const socket = kept?.wire.socket();
    if (kept === undefined || socket === undefined) return undefined;
    let isTaken = false;
    try {
      await Promise.race([ready(onSending), aborted(deadline)]);
      const pin = createPin(target.host, addresses, deadline);
      isTaken = isFit(kept) && pin.admit(socket) === null;
      return isTaken ? { wire: kept.wire, pin, refusal: () => undefined } : undefined;
    } finally {
      if (!isTaken) kept.wire.close();
    }
  }

  function keep(key: string, wire: Wire): void {
    const kept = { key, wire, bytesRead: wire.socket()?.bytesRead };
    if (!isFit(kept)) return wire.close();
    idle.push(kept);
    const ofKey = idle.filter((one) => one.key === key);
    const surplus = ofKey.length > perKeyMax ? ofKey[0] : idle.length > allMax ? idle[0] : undefined;
    if (surplus === undefined) return;
    idle.splice(idle.indexOf(surplus), 1);
    surplus.wire.close();
  }

  return { take, keep };
}

/** A whole turn of the event loop reads the bytes that arrived meanwhile; the first wait only ends the turn that is under way. */
async function ready(onSending: Call['onSending']): Promise<void> {
  await onSending?.();
  await nextTurn();
  await nextTurn();
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
