import type { SenderCorpus } from '../corpus.ts';

export const sendgrid: SenderCorpus = {
  sender: 'SendGrid events',
  contentType: 'application/json',
  headers: {},
  body: [
    {
      email: 'ann@example.com',
      timestamp: 1773849600,
      'smtp-id': '<14c5>',
      event: 'bounce',
      category: ['newsletter'],
      sg_event_id: '6g4',
      sg_message_id: '14c5',
      reason: '500 unknown recipient',
      status: '5.0.0',
      type: 'blocked',
    },
  ],
  cases: [
    [
      'only bounces',
      {},
      {
        '': [
          {
            event: 'open',
            email: 'ann@example.com',
          },
        ],
      },
    ],
    [
      'event is bounce or dropped',
      {},
      {
        '': [
          {
            event: 'open',
            email: 'ann@example.com',
          },
        ],
      },
    ],
    [
      'ignore opens and clicks',
      {},
      {
        '': [
          {
            event: 'open',
            email: 'ann@example.com',
          },
        ],
      },
    ],
    [
      'the email ends with @example.com',
      {},
      {
        '': [
          {
            event: 'bounce',
            email: 'ann@other.org',
          },
        ],
      },
    ],
  ],
};

export const postmark: SenderCorpus = {
  sender: 'Postmark bounce',
  contentType: 'application/json',
  headers: {},
  body: {
    RecordType: 'Bounce',
    ID: 4323372036854776000,
    Type: 'HardBounce',
    TypeCode: 1,
    Name: 'Hard bounce',
    Tag: 'Test',
    MessageID: '883953f4',
    ServerID: 23,
    Description: 'The server was unable to deliver your message',
    Details: 'smtp;550 5.1.1 The email account does not exist',
    Email: 'john@example.com',
    From: 'sender@acme.com',
    BouncedAt: '2026-11-05T16:33:54.9070259Z',
    DumpAvailable: true,
    Inactive: true,
    CanActivate: true,
    Subject: 'Test subject',
  },
  cases: [
    [
      'Type is HardBounce',
      {},
      {
        Type: 'SoftBounce',
        Name: 'Soft bounce',
      },
    ],
    [
      'only hard bounces',
      {},
      {
        Type: 'SoftBounce',
        Name: 'Soft bounce',
      },
    ],
    [
      'RecordType is Bounce and Type is not Transient',
      {},
      {
        Type: 'Transient',
      },
    ],
    [
      'Inactive is true',
      {},
      {
        Inactive: false,
      },
    ],
    [
      'the email is inactive',
      {},
      {
        Inactive: false,
      },
    ],
    [
      'Tag is not Test',
      {
        Tag: 'Prod',
      },
      {},
    ],
    [
      'the subject does not mention test',
      {
        Subject: 'Invoice 7',
      },
      {},
    ],
    [
      'From is sender@acme.com',
      {},
      {
        From: 'x@y.z',
      },
    ],
    [
      'bounced after 2026-11-01',
      {},
      {
        BouncedAt: '2026-10-05T16:33:54Z',
      },
    ],
  ],
};

export const intercom: SenderCorpus = {
  sender: 'Intercom conversation',
  contentType: 'application/json',
  headers: {},
  body: {
    type: 'notification_event',
    app_id: 'a86dr8yl',
    topic: 'conversation.user.created',
    created_at: 1773849600,
    delivery_attempts: 1,
    data: {
      type: 'notification_event_data',
      item: {
        type: 'conversation',
        id: '1122334455',
        created_at: 1773849600,
        title: null,
        priority: 'not_priority',
        open: true,
        read: false,
        state: 'open',
        waiting_since: 1773849600,
        admin_assignee_id: null,
        team_assignee_id: null,
        tags: {
          type: 'tag.list',
          tags: [
            {
              type: 'tag',
              id: '1',
              name: 'Billing',
            },
          ],
        },
        source: {
          type: 'conversation',
          delivered_as: 'customer_initiated',
          subject: '',
          body: '<p>I cannot log in since yesterday</p>',
          author: {
            type: 'user',
            id: '5f',
            name: 'Ann Smith',
            email: 'ann@acme.com',
          },
        },
        statistics: {
          count_conversation_parts: 1,
          count_reopens: 0,
        },
      },
    },
  },
  cases: [
    [
      'conversation is open',
      {},
      {
        'data.item.open': false,
        'data.item.state': 'closed',
      },
    ],
    [
      'the conversation has been read',
      {
        'data.item.read': true,
      },
      {},
    ],
    [
      'unread conversations only',
      {},
      {
        'data.item.read': true,
      },
    ],
    [
      'tagged Billing',
      {},
      {
        'data.item.tags': {
          type: 'tag.list',
          tags: [
            {
              type: 'tag',
              name: 'Sales',
            },
          ],
        },
      },
    ],
    [
      'not tagged Billing',
      {
        'data.item.tags': {
          type: 'tag.list',
          tags: [
            {
              type: 'tag',
              name: 'Sales',
            },
          ],
        },
      },
      {},
    ],
    [
      'nobody is assigned',
      {},
      {
        'data.item.admin_assignee_id': 7,
      },
    ],
    [
      'the message mentions log in',
      {},
      {
        'data.item.source.body': '<p>Hello</p>',
      },
    ],
    [
      'the author email is from acme.com',
      {},
      {
        'data.item.source.author.email': 'x@y.io',
      },
    ],
    [
      'only new conversations',
      {},
      {
        topic: 'conversation.user.replied',
      },
    ],
  ],
};

export const telegram: SenderCorpus = {
  sender: 'Telegram message',
  contentType: 'application/json',
  headers: {},
  body: {
    update_id: 10000,
    message: {
      message_id: 1365,
      date: 1773849600,
      chat: {
        id: 1111111,
        type: 'private',
        first_name: 'Test',
        last_name: 'Lastname',
        username: 'Testusername',
      },
      from: {
        id: 1111111,
        is_bot: false,
        first_name: 'Test',
        last_name: 'Lastname',
        username: 'Testusername',
        language_code: 'de',
      },
      text: '/start now',
    },
  },
  cases: [
    [
      'text starts with /start',
      {},
      {
        'message.text': 'hello',
      },
    ],
    [
      'message starts with "/"',
      {},
      {
        'message.text': 'hello',
      },
    ],
    [
      'the user is a bot',
      {
        'message.from.is_bot': true,
      },
      {},
    ],
    [
      'ignore bots',
      {},
      {
        'message.from.is_bot': true,
      },
    ],
    [
      'chat type is group',
      {
        'message.chat.type': 'group',
      },
      {},
    ],
    [
      'only private chats',
      {},
      {
        'message.chat.type': 'group',
      },
    ],
    [
      'language code is de, at or ch',
      {},
      {
        'message.from.language_code': 'en',
      },
    ],
    [
      'text is longer than 5 characters',
      {},
      {
        'message.text': 'abc',
      },
    ],
    [
      'the username is Testusername',
      {},
      {
        'message.from.username': 'bob',
        'message.chat.username': 'bob',
      },
    ],
  ],
};

export const zoom: SenderCorpus = {
  sender: 'Zoom meeting',
  contentType: 'application/json',
  headers: {},
  body: {
    event: 'meeting.participant_joined',
    event_ts: 1773849600000,
    payload: {
      account_id: 'acc',
      object: {
        uuid: 'x==',
        id: '9631',
        type: 2,
        topic: 'Quarterly review',
        host_id: 'h1',
        duration: 60,
        start_time: '2026-03-14T09:00:00Z',
        timezone: 'Europe/Berlin',
        participant: {
          user_id: '167',
          user_name: 'Jill Chill',
          email: 'jill@acme.com',
          join_time: '2026-03-14T09:04:11Z',
        },
      },
    },
  },
  cases: [
    [
      'only meeting.participant_joined',
      {},
      {
        event: 'meeting.ended',
      },
    ],
    [
      'when a participant joined',
      {},
      {
        event: 'meeting.participant_left',
      },
    ],
    [
      'topic contains review',
      {},
      {
        'payload.object.topic': 'Standup',
      },
    ],
    [
      'participant email ends with acme.com',
      {},
      {
        'payload.object.participant.email': 'x@y.io',
      },
    ],
    [
      'start time is before 2026-03-15T00:00:00Z',
      {},
      {
        'payload.object.start_time': '2026-03-16T09:00:00Z',
      },
    ],
  ],
};

export const docusign: SenderCorpus = {
  sender: 'DocuSign envelope',
  contentType: 'application/json',
  headers: {},
  body: {
    event: 'envelope-completed',
    apiVersion: 'v2.1',
    uri: '/x',
    retryCount: 0,
    generatedDateTime: '2026-03-14T12:00:00.000Z',
    data: {
      accountId: 'a1',
      envelopeId: 'e1',
      envelopeSummary: {
        status: 'completed',
        emailSubject: 'Please sign: NDA',
        sender: {
          userName: 'Legal Bot',
          email: 'legal@acme.com',
        },
        recipients: {
          signers: [
            {
              name: 'Ann',
              email: 'ann@x.io',
              status: 'completed',
              routingOrder: '1',
            },
            {
              name: 'Ben',
              email: 'ben@y.io',
              status: 'completed',
              routingOrder: '2',
            },
          ],
          recipientCount: '2',
        },
        customFields: {
          textCustomFields: [
            {
              name: 'Department',
              value: 'HR',
            },
          ],
        },
      },
    },
  },
  cases: [
    [
      'the envelope is completed',
      {},
      {
        event: 'envelope-sent',
        'data.envelopeSummary.status': 'sent',
      },
    ],
    [
      'all signers have status completed',
      {},
      {
        'data.envelopeSummary.recipients.signers': [
          {
            status: 'completed',
          },
          {
            status: 'sent',
          },
        ],
      },
    ],
    [
      'email subject contains NDA',
      {},
      {
        'data.envelopeSummary.emailSubject': 'Invoice',
      },
    ],
    [
      'subject contains NDA',
      {},
      {
        'data.envelopeSummary.emailSubject': 'Invoice',
      },
    ],
    [
      'any signer email is from x.io',
      {},
      {
        'data.envelopeSummary.recipients.signers': [
          {
            email: 'a@b.c',
          },
        ],
      },
    ],
    [
      'recipient count is more than 1',
      {},
      {
        'data.envelopeSummary.recipients.recipientCount': '1',
      },
    ],
  ],
};

export const trello: SenderCorpus = {
  sender: 'Trello card',
  contentType: 'application/json',
  headers: {},
  body: {
    action: {
      id: '51f9424bcd6e040f3c002412',
      idMemberCreator: '4fc78a59',
      type: 'updateCard',
      date: '2026-03-15T17:04:00.000Z',
      data: {
        board: {
          name: 'Roadmap',
          id: 'b1',
          shortLink: 'x',
        },
        card: {
          idShort: 1458,
          name: 'Webhooks',
          id: 'c1',
          due: '2026-03-20T12:00:00.000Z',
          closed: false,
        },
        listBefore: {
          name: 'Doing',
          id: 'l1',
        },
        listAfter: {
          name: 'Done',
          id: 'l2',
        },
        old: {
          idList: 'l1',
        },
      },
      memberCreator: {
        id: 'm1',
        fullName: 'Doug Patti',
        username: 'doug',
      },
    },
    model: {
      id: 'b1',
      name: 'Roadmap',
      closed: false,
      prefs: {
        permissionLevel: 'org',
      },
    },
  },
  cases: [
    [
      'card moved to Done',
      {},
      {
        'action.data.listAfter': {
          name: 'Doing',
          id: 'l1',
        },
      },
    ],
    [
      'list after is Done',
      {},
      {
        'action.data.listAfter': {
          name: 'Doing',
        },
      },
    ],
    [
      'only when a card is updated',
      {},
      {
        'action.type': 'createCard',
      },
    ],
    [
      'action type is updateCard',
      {},
      {
        'action.type': 'createCard',
      },
    ],
    [
      'board is Roadmap',
      {},
      {
        'action.data.board': {
          name: 'Ops',
          id: 'b2',
        },
        model: {
          name: 'Ops',
        },
      },
    ],
    [
      'the card is closed',
      {
        'action.data.card.closed': true,
      },
      {},
    ],
    [
      'the card has a due date',
      {},
      {
        'action.data.card.due': null,
      },
    ],
    [
      'due before April 1, 2026',
      {},
      {
        'action.data.card.due': '2026-04-20T12:00:00Z',
      },
    ],
  ],
};
