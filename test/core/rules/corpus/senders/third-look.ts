import type { SenderCorpus } from '../corpus.ts';

const json = { contentType: 'application/json', headers: {} } as const;

/** An issue to which a label was added: the label stands beside the labels. */
const labeled: SenderCorpus = {
  sender: 'labelled issue',
  ...json,
  headers: { 'x-github-event': 'issues' },
  body: {
    action: 'labeled',
    label: { id: 12, name: 'priority: high' },
    issue: { number: 7, title: 'Printer jams', labels: [{ id: 11, name: 'bug' }], user: { login: 'tessa' } },
  },
  cases: [
    ['none of the labels is wontfix or duplicate', {}, { 'issue.labels': [{ id: 14, name: 'wontfix' }] }],
    ['the labels contain bug', {}, { 'issue.labels': [{ id: 14, name: 'wontfix' }] }],
    ['exactly 1 label', {}, { 'issue.labels': [] }],
  ],
};

/** Names of people by their role, and lists beside a field that is called like one of their items. */
const ticket: SenderCorpus = {
  sender: 'ticket of a desk',
  ...json,
  headers: { 'x-request-source': 'automation' },
  body: {
    event: 'ticket.changed',
    ticket: {
      title: 'Printer jams on page 2!',
      state: 'open',
      priority: 'high',
      owner: 'dana',
      creator: 'ed',
      branch: 'trunk',
      default_branch: 'trunk',
      tags: ['hardware', 'office'],
      username: 'jroth',
      user: { name: 'Jana Roth' },
    },
  },
  cases: [
    ["owner isn't the creator", {}, { 'ticket.creator': 'dana' }],
    ['only on the default branch', {}, { 'ticket.branch': 'dev' }],
    ['tags contain hardware and state open', {}, { 'ticket.state': 'closed' }],
    ['exactly 2 tags', {}, { 'ticket.tags': ['office'] }],
    ['tagged hardware and office', {}, { 'ticket.tags': ['office'] }],
    ['username is jroth', {}, { 'ticket.username': 'mlee' }],
    ['title, owner and priority are filled in', {}, { 'ticket.owner': '' }],
  ],
  open: [
    ['owner is not the assignee', {}],
    ['the source header is api', {}],
    ['level error or worse', {}],
    ['state is hardly open', {}, { 'ticket.state': 'closed' }],
    ['state is open or priority is high, and owner is ed', {}],
    ['title contains "lag" or "replica", priority high', {}],
  ],
};

/** Elements of XML: what is true is written as text. */
const parcels: SenderCorpus = {
  sender: 'parcels',
  contentType: 'application/xml',
  headers: {},
  body: '<shipment><parcel><code>P1</code><fragile>true</fragile></parcel><parcel><code>P2</code><fragile>false</fragile></parcel></shipment>',
  cases: [
    [
      'any parcel is fragile',
      {},
      {
        '':
          '<shipment><parcel><code>P1</code><fragile>false</fragile></parcel>' +
          '<parcel><code>P2</code><fragile>false</fragile></parcel></shipment>',
      },
    ],
  ],
};

/** Numbers that are codes, versions or written with separators. */
const codes: SenderCorpus = {
  sender: 'codes and versions',
  ...json,
  body: { event: 'part.updated', part: { zip: '01234', version: '1.10', stock: '1,000', number: '0012' } },
  cases: [['part.zip is 01234', {}, { 'part.zip': '1234' }]],
  open: [
    ['zip is over 1000', {}],
    ['version is at least 1.9', {}],
    ['part.stock is 1000', {}],
    ['the part number is 12', {}],
  ],
};

export const thirdLook: readonly SenderCorpus[] = [labeled, ticket, parcels, codes];
