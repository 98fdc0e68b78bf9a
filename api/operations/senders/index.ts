import { acceptHandshake } from './accept-handshake.ts';
import { discardHandshake } from './discard-handshake.ts';
import { listSenders } from './list-senders.ts';
import { readHandshake } from './read-handshake.ts';
import { readSenderReport } from './read-sender-report.ts';
import { searchSender } from './search-sender.ts';

export const senderOperations = [
  listSenders,
  readHandshake,
  acceptHandshake,
  discardHandshake,
  readSenderReport,
  searchSender,
] as const;
