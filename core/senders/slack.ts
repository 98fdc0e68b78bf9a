import { signedBy } from './data/signature.ts';
import { headerOf, jsonInForm, textAt } from './read.ts';
import type { HandshakeAnswer, Sender, SenderRequest } from './sender.ts';

/** Events are JSON, buttons and dialogs JSON in the field `payload`, slash commands plain fields. */
const payloadOf = (request: SenderRequest) => request.json ?? jsonInForm(request, 'payload');

function eventId(request: SenderRequest): string | null {
  const payload = payloadOf(request);
  return (
    textAt(payload, 'event_id') ?? textAt(payload, 'trigger_id') ?? request.form?.get('trigger_id') ?? null
  );
}

function channelOf(request: SenderRequest): string | null {
  const payload = payloadOf(request);
  return (
    textAt(payload, 'event', 'channel') ??
    textAt(payload, 'event', 'item', 'channel') ??
    textAt(payload, 'channel', 'id') ??
    request.form?.get('channel_id') ??
    null
  );
}

/** A thread has the moment of its first message for a name. */
function reference(request: SenderRequest): string | null {
  const [payload, channel] = [payloadOf(request), channelOf(request)];
  const thread = textAt(payload, 'event', 'thread_ts') ?? textAt(payload, 'event', 'ts');
  return channel === null || thread === null ? channel : `${channel}/${thread}`;
}

function referenceUrl(request: SenderRequest): string | null {
  const [payload, channel] = [payloadOf(request), channelOf(request)];
  const team = textAt(payload, 'team_id') ?? textAt(payload, 'team', 'id') ?? request.form?.get('team_id');
  if (channel === null) return null;
  const parameters = new URLSearchParams({ channel, ...(team == null ? {} : { team }) });
  return `https://slack.com/app_redirect?${parameters.toString()}`;
}

function eventName(request: SenderRequest): string | null {
  const payload = payloadOf(request);
  return textAt(payload, 'event', 'type') ?? textAt(payload, 'type') ?? request.form?.get('command') ?? null;
}

/** Slack asks once whether the address takes its events. */
function answerHandshake({ json }: SenderRequest): HandshakeAnswer | null {
  const challenge = textAt(json, 'challenge');
  if (textAt(json, 'type') !== 'url_verification' || challenge === null) return null;
  return { status: 200, body: { challenge } };
}

export const slack: Sender = {
  id: 'slack',
  title: 'Slack',
  docsUrl: 'https://docs.slack.dev/apis/events-api/',
  recognise: (request) => headerOf(request, 'x-slack-signature') !== null,
  eventId,
  eventIdIsSigned: true,
  reference,
  referenceUrl,
  eventName,
  ...signedBy(
    {
      kind: 'hmac',
      header: 'x-slack-signature',
      prefix: 'v0=',
      template: 'v0:{timestamp}:{body}',
      timestamp: 'x-slack-request-timestamp',
    },
    'Signing Secret',
  ),
  handshake: { methods: ['POST'], answer: answerHandshake, isSigned: true },
  retries: {
    answerWithinMs: 3_000,
    tries: 4,
    overMs: 6 * 60_000,
    note: 'Events are switched off when most of them fail for an hour.',
  },
  connect: {
    steps: [
      'Open your app at https://api.slack.com/apps, copy the Signing Secret under Basic Information and enter it here.',
      'Switch Event Subscriptions on and paste {url} as Request URL.',
      'Add the bot events, such as message.channels for messages, choose Save Changes and install the app again.',
    ],
    events: ['app_mention', 'message', 'reaction_added', 'member_joined_channel', 'team_join'],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      'x-slack-request-timestamp': '1795348800',
      'x-slack-signature': 'v0=07dd31ea797d647c7378c7ed9433a066a4057fe5bd311133b997c24deef9a728',
    },
    body: '{"token":"XXYYZZ","team_id":"T123ABC456","api_app_id":"A123ABC456","event":{"type":"app_mention","user":"U123ABC456","text":"<@U0LAN0Z89> hello","ts":"1795348799.000200","channel":"C123ABC456","event_ts":"1795348799.000200"},"type":"event_callback","event_id":"Ev123ABC456","event_time":1795348799}',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
