import type { SenderRow } from '../data/sender-of.ts';

export const messaging: readonly SenderRow[] = [
  {
    id: 'telegram',
    title: 'Telegram',
    docsUrl: 'https://core.telegram.org/bots/api#setwebhook',
    recognise: [
      ['x-telegram-bot-api-secret-token'],
      ['/update_id', '/message/chat/id'],
      ['/update_id', '/callback_query/id'],
    ],
    secretName: 'secret_token of setWebhook',
    signature: { kind: 'token', header: 'x-telegram-bot-api-secret-token' },
    eventId: '/update_id',
    reference: [
      '/message/chat/id',
      '/edited_message/chat/id',
      '/channel_post/chat/id',
      '/callback_query/message/chat/id',
      '/callback_query/from/id',
    ],
    retries: {
      answerWithinMs: null,
      tries: null,
      overMs: null,
      note: 'It tries again after any answer but 2xx, "a reasonable amount" of times, and keeps an update for at most 24 hours.',
    },
    connect: {
      steps: [
        'Call https://api.telegram.org/bot<token of the bot>/setWebhook with url={url} and secret_token={secret}.',
      ],
      events: ['message', 'callback_query'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': 'telegram-secret_11',
      },
      body: '{"update_id":10000,"message":{"message_id":1365,"date":1795348799,"chat":{"id":1111111,"type":"private","first_name":"Ana"},"from":{"id":1111111,"is_bot":false,"first_name":"Ana"},"text":"hello"}}',
      secret: 'telegram-secret_11',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'line',
    title: 'LINE',
    docsUrl: 'https://developers.line.biz/en/docs/messaging-api/receiving-messages/',
    recognise: [['x-line-signature']],
    secretName: 'Channel secret',
    signature: { kind: 'hmac', header: 'x-line-signature', encoding: 'base64' },
    // A body says whether it is sent again, so that its digest names no event.
    eventId: '/events/*/webhookEventId',
    eventName: '/events/0/type',
    // The button Verify sends no event.
    challenge: { method: 'POST', when: ['/destination', '!/events/0/type'], isSigned: true },
    reference: ['/events/0/source/groupId', '/events/0/source/roomId', '/events/0/source/userId'],
    retries: {
      answerWithinMs: null,
      tries: null,
      overMs: null,
      note: 'It sends again only where Webhook redelivery is switched on.',
    },
    connect: {
      steps: [
        'Open your channel in the LINE Developers Console and choose Messaging API.',
        'Paste {url} as Webhook URL and switch on Use webhook and Webhook redelivery.',
        'Copy the Channel secret of Basic settings and enter it here as signing secret.',
      ],
      events: ['message', 'follow', 'postback'],
    },
    sample: {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'LineBotWebhook/2.0',
        'x-line-signature': 's+LIMVNn3fsp8aCJOepCxm7RuldJN3u1Knb+QyGuKqc=',
      },
      body: '{"destination":"U8e742f61d673b39c7fff3cecb7536ef0","events":[{"type":"message","message":{"type":"text","id":"444573844083572737","quoteToken":"q3Plxr4AgKd","text":"hello"},"webhookEventId":"01FZ74A0TDDPYRVKNK77XKC3ZR","deliveryContext":{"isRedelivery":false},"timestamp":1795348799000,"source":{"type":"user","userId":"U4af4980629"},"replyToken":"38ef843bde154d9b91c21320ffd17a0f","mode":"active"}]}',
      secret: '8c570fa6dd201bb328f1c1eac23a96d8',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'microsoft-teams',
    title: 'Microsoft Teams (outgoing webhook)',
    docsUrl:
      'https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-outgoing-webhook',
    recognise: [['authorization^=HMAC ', '/channelId=msteams']],
    secretName: 'Security token of the outgoing webhook',
    signature: {
      kind: 'hmac',
      header: 'authorization',
      prefix: 'HMAC ',
      encoding: 'base64',
      secretEncoding: 'base64',
    },
    // The id of an activity is unique within its conversation.
    eventId: '{/conversation/id}:{/id}',
    eventName: '/type',
    reference: ['/channelData/teamsChannelId', '/conversation/id'],
    accepted: {
      status: 200,
      contentType: 'application/json',
      body: '{"type":"message","text":"Received."}',
    },
    retries: {
      answerWithinMs: 10_000,
      tries: null,
      overMs: null,
      note: 'The answer is shown in the channel.',
    },
    connect: {
      steps: [
        'Open Manage team > Apps of the team in Teams and choose Create an outgoing webhook.',
        'Enter a name, paste {url} as Callback URL and choose Create.',
        'Copy the security token that is shown once and enter it here as signing secret.',
      ],
      events: [],
    },
    sample: {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Microsoft-SkypeBotApi (Microsoft-BotFramework/3.0)',
        authorization: 'HMAC zCPeGdZJ9IsFZORrjb2kfycxXebtchoC9mc2++/3WKw=',
      },
      body: '{"type":"message","id":"1795348799123","timestamp":"2026-11-22T11:59:59.123Z","serviceUrl":"https://smba.trafficmanager.net/emea/","channelId":"msteams","from":{"id":"29:1XJKJMvc5GBtc2JwZq0oj8tHZmzrQgFmB39ATiQWA85gQtHieVkKilBZ9XHoq9j7Zaqt7CZ-NJWi7me2kHTL3Bw","name":"Ana"},"conversation":{"isGroup":true,"id":"19:253b1f341670408fb6fe51050b6e5ceb@thread.skype;messageid=1795348799000","conversationType":"channel"},"text":"<at>Orders</at> status of order 7","channelData":{"teamsChannelId":"19:253b1f341670408fb6fe51050b6e5ceb@thread.skype","teamsTeamId":"19:712c61d0ef384e5fa681ba90ca943398@thread.skype"}}',
      secret: 'vqF0En+Z0ucuRTM/01o2GuhMH3hKKk/N2bOmlM31zaA=',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'front',
    title: 'Front',
    docsUrl: 'https://dev.frontapp.com/docs/application-webhooks',
    recognise: [['x-front-signature', 'x-front-request-timestamp']],
    secretName: 'App secret (of the webhook feature)',
    signature: {
      kind: 'hmac',
      header: 'x-front-signature',
      encoding: 'base64',
      template: '{timestamp}:{body}',
      timestamp: 'x-front-request-timestamp',
      timeUnit: 'milliseconds',
    },
    eventId: '/payload/id',
    eventName: '/type',
    reference: ['/payload/conversation/subject', '/payload/conversation/id'],
    referenceUrl: 'https://app.frontapp.com/open/{/payload/conversation/id}',
    challenge: {
      method: 'POST',
      when: ['x-front-challenge', '/type=sync'],
      json: { challenge: 'x-front-challenge' },
      isSigned: true,
    },
    retries: { answerWithinMs: null, tries: 4, overMs: null, note: null },
    connect: {
      steps: [
        'Open Settings > Developers in Front, choose your app and add the feature Webhooks.',
        'Copy the App secret of Basic information, enter it here as signing secret and save the automation.',
        'Paste {url} as Webhook URL, tick the events and choose Save: Front asks the URL at once.',
      ],
      events: ['inbound_received', 'conversation_archived', 'new_comment_added'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'x-front-request-timestamp': '1795348800000',
        'x-front-signature': 'qoB3gfIuKHIFgnxTzaaVUTWPv45wSwYOjTPjOBSsZSk=',
      },
      body: '{"type":"inbound_received","authorization":{"id":"cmp_abc"},"payload":{"id":"evt_55c8c149","type":"inbound","emitted_at":1795348799.453,"conversation":{"id":"cnv_55c8c149","subject":"Order 7 is late","status":"unassigned"}}}',
      secret: 'front-app-secret-1234567890',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
