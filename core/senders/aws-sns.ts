import { headerOf, textAt, valueAt } from './read.ts';
import { isSameText } from './schemes/compare.ts';
import { publicKeySignature } from './schemes/public-key.ts';
import { inRequest } from './schemes/signature-parts.ts';
import type { HandshakeAnswer, Sender, SenderRequest, SignatureCheck } from './sender.ts';

const isSnsHost = ({ protocol, host }: URL): boolean =>
  protocol === 'https:' && /^sns\.[a-z0-9-]{3,40}\.amazonaws\.com(?:\.cn)?$/.test(host);
const isKeyUrl = (url: URL): boolean =>
  isSnsHost(url) && /^\/SimpleNotificationService-[\w-]{1,64}\.pem$/.test(url.pathname) && url.search === '';

const inBody = (name: string) => inRequest(name, ({ json }) => textAt(json, name));

/** The members that are signed, by name; a notification has a subject only where one was given. */
const signedMembers: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

function content({ json }: SenderRequest): readonly string[] {
  const type = textAt(json, 'Type') ?? '';
  const members = Object.hasOwn(signedMembers, type) ? (signedMembers[type] ?? []) : [];
  return members.flatMap((name) => {
    const value = valueAt(json, name);
    return typeof value === 'string' ? [`${name}\n${value}\n`] : [];
  });
}

const scheme = (algorithm: 'sha1' | 'sha256') =>
  publicKeySignature({
    algorithm,
    encoding: 'base64',
    signature: inBody('Signature'),
    content,
    key: { from: 'url', url: inBody('SigningCertURL'), isKeyUrl },
  });
const versions = { '1': scheme('sha1'), '2': scheme('sha256') };

/** Amazon signs for all of its customers alike: the topic says whose message it is. */
const check: SignatureCheck = (request, secret, publishedKeys) => {
  const version = textAt(request.json, 'SignatureVersion');
  const topic = textAt(request.json, 'TopicArn');
  if (version === null || topic === null) return { status: 'missing', missing: 'SignatureVersion, TopicArn' };
  if ((version !== '1' && version !== '2') || !isSameText(secret, topic)) return { status: 'wrong' };
  return versions[version].check(request, secret, publishedKeys);
};

function answerConfirmation(request: SenderRequest): HandshakeAnswer | null {
  const type = headerOf(request, 'x-amz-sns-message-type');
  if (type === 'UnsubscribeConfirmation') return { status: 200, body: null };
  const confirmUrl = textAt(request.json, 'SubscribeURL');
  if (type !== 'SubscriptionConfirmation' || confirmUrl === null) return null;
  return { status: 200, body: null, confirmUrl };
}

export const awsSns: Sender = {
  id: 'aws-sns',
  title: 'Amazon SNS',
  docsUrl: 'https://docs.aws.amazon.com/sns/latest/dg/sns-http-https-endpoint-as-subscriber.html',
  recognise: (request) => headerOf(request, 'x-amz-sns-message-type') !== null,
  // The one in the body is signed; of a raw delivery there is the header alone.
  eventId: (request) =>
    headerOf(request, 'x-amz-sns-rawdelivery') === null || textAt(request.json, 'SigningCertURL') !== null
      ? textAt(request.json, 'MessageId')
      : headerOf(request, 'x-amz-sns-message-id'),
  eventIdIsSigned: true,
  reference: (request) =>
    textAt(request.json, 'Subject') ??
    (headerOf(request, 'x-amz-sns-topic-arn') ?? textAt(request.json, 'TopicArn'))?.split(':').at(-1) ??
    null,
  referenceUrl: () => null,
  eventName: (request) => headerOf(request, 'x-amz-sns-message-type'),
  verify: { secretName: 'ARN of the topic', ...versions['2'], check, isKeyUrl },
  handshake: {
    methods: ['POST'],
    answer: answerConfirmation,
    isSigned: true,
    isConfirmUrl: (url) => isSnsHost(url) && url.searchParams.get('Action') === 'ConfirmSubscription',
  },
  retries: {
    answerWithinMs: 15_000,
    tries: 4,
    overMs: 60_000,
    note: 'This is the plan where the topic has none of its own.',
  },
  connect: {
    steps: [
      'Enter the ARN of the topic here.',
      'Open the topic in the Amazon SNS console and choose Create subscription, with HTTPS as Protocol and {url} as Endpoint.',
      'Accept the confirmation here that Amazon sends.',
    ],
    events: [],
  },
  sample: {
    headers: {
      'content-type': 'text/plain; charset=UTF-8',
      'user-agent': 'Amazon Simple Notification Service Agent',
      'x-amz-sns-message-type': 'Notification',
      'x-amz-sns-message-id': '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
      'x-amz-sns-topic-arn': 'arn:aws:sns:us-west-2:123456789012:orders',
    },
    body: '{"Type":"Notification","MessageId":"22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324","TopicArn":"arn:aws:sns:us-west-2:123456789012:orders","Subject":"Order 7","Message":"{\\"order\\":7}","Timestamp":"2026-11-22T12:00:00.000Z","SignatureVersion":"2","Signature":"RelaMdEamjHtDqbCXPqloDi8ZspgtbP2DEQhJgHsVb1M9EDlAdH7rfak9xzxulfseAn4TJ2vCUOjs8z8ntTv6sAm5DBSzapgVTi1vsEFb6z7ZoNWcLtQUSd1aUSRP1bMHgtW5M1jryis9Nl9hT6Goe6DjVSWWZrZWSC/lL1gfwkbR5ziMIxiiVOMBu20zX7det6MrwNqgyZEqFO/TNRw5hDidZkT0/f838vCJplq20vBi5EwFx8snwBOaDWMzTZvPEDLY/aucWLACgv977QeG03/mW2EI0d9Iwgxr7+M7eK/DgQJGsPoaG9qFv7V1vGURJV0zgTQ3KNoiJRc/46QEA==","SigningCertURL":"https://sns.us-west-2.amazonaws.com/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem","UnsubscribeURL":"https://sns.us-west-2.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=arn:aws:sns:us-west-2:123456789012:orders:c9135db0"}',
    secret: 'arn:aws:sns:us-west-2:123456789012:orders',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
