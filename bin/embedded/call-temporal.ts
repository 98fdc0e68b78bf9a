import { once } from 'node:events';
import { connect, type IncomingHttpHeaders } from 'node:http2';

const answerMsMax = 5_000;
const ok = '0';

/**
 * One call of gRPC by hand, whose answer is only its status: to load Temporal's client would cost a start more processor time
 * than all other packages of the supervisor. `message`: the request as protobuf. Rejects where the status is not OK.
 */
export async function callTemporal(
  address: string,
  { method, message, timeoutMs = answerMsMax }: TemporalCall,
): Promise<void> {
  // A failure of the session fails its stream too.
  const session = connect(`http://${address}`).on('error', () => undefined);
  try {
    const headers = {
      ':method': 'POST',
      ':path': `/temporal.api.${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
    };
    const stream = session.request(headers, { signal: AbortSignal.timeout(timeoutMs) });
    let status: string | undefined;
    // A refusal has no body: its status is among the headers.
    const keep = (given: IncomingHttpHeaders) => (status ??= given['grpc-status']?.toString());
    stream.on('response', keep).on('trailers', keep).resume().end(frameOf(message));
    await once(stream, 'close');
    if (status !== ok) throw new Error(`Temporal answers with status ${status}`);
  } finally {
    session.destroy();
  }
}

interface TemporalCall {
  /** Such as `workflowservice.v1.WorkflowService/DescribeNamespace`. */
  readonly method: string;
  readonly message: Buffer;
  readonly timeoutMs?: number;
}

/** Not compressed, and its length. */
function frameOf(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** A field of protobuf whose value is a text or a message. */
export function field(number: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.of((number << 3) | 2, ...varint(bytes.length)), bytes]);
}

const varint = (value: number): readonly number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
