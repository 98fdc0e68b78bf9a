import { once } from 'node:events';
import { connect, type IncomingHttpHeaders } from 'node:http2';

const answerMsMax = 1_000;

const headers = {
  ':method': 'POST',
  ':path': '/temporal.api.workflowservice.v1.WorkflowService/DescribeNamespace',
  'content-type': 'application/grpc',
  te: 'trailers',
};
/** The request: its first field, the name, in a frame of gRPC that is not compressed and nine bytes long. */
const ofDefault = Buffer.from('\0\0\0\0\x09\x0a\x07default', 'latin1');
const ok = '0';

/**
 * Rejects while a Temporal server does not know its namespace `default`. It is one call of gRPC by hand: to load Temporal's
 * client would cost a start more processor time than all other packages of the supervisor.
 */
export async function probeTemporal(address: string): Promise<void> {
  // What fails the session fails its stream.
  const session = connect(`http://${address}`).on('error', () => undefined);
  try {
    const stream = session.request(headers, { signal: AbortSignal.timeout(answerMsMax) });
    let status: string | undefined;
    // A refusal has no body: its status is among the headers.
    const keep = (given: IncomingHttpHeaders) => (status ??= given['grpc-status']?.toString());
    stream.on('response', keep).on('trailers', keep).resume().end(ofDefault);
    await once(stream, 'close');
    if (status !== ok) throw new Error(`Temporal answers with status ${status}`);
  } finally {
    session.destroy();
  }
}
