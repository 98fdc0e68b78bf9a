import type { SenderCorpus } from '../corpus.ts';

export const statuspage: SenderCorpus = {
  sender: 'Statuspage incident',
  contentType: 'application/json',
  headers: {},
  body: {
    meta: { generated_at: '2026-03-04T10:00:00Z' },
    page: { id: 'p1', status_indicator: 'major', status_description: 'Partial System Outage' },
    incident: {
      id: 'i1',
      name: 'API latency',
      status: 'investigating',
      impact: 'minor',
      resolved_at: null,
      incident_updates: [{ id: 'u1', body: 'We are looking into it', status: 'investigating' }],
      components: [
        { id: 'c1', name: 'API', status: 'degraded_performance' },
        { id: 'c2', name: 'Dashboard', status: 'operational' },
      ],
    },
  },
  cases: [
    [
      'incident is not resolved',
      {},
      { 'incident.status': 'resolved', 'incident.resolved_at': '2026-03-04T12:00:00Z' },
    ],
    ['impact is not minor', { 'incident.impact': 'major' }, {}],
  ],
};

export const dependabot: SenderCorpus = {
  sender: 'Dependabot alert',
  contentType: 'application/json',
  headers: { 'x-github-event': 'dependabot_alert' },
  body: {
    action: 'created',
    alert: {
      number: 4,
      state: 'open',
      dependency: { package: { ecosystem: 'npm', name: 'lodash' }, scope: 'runtime' },
      security_advisory: { ghsa_id: 'GHSA-1', severity: 'high', summary: 'Prototype pollution' },
      security_vulnerability: { severity: 'high', first_patched_version: { identifier: '4.17.21' } },
      fixed_at: null,
      dismissed_at: null,
      dismissed_reason: null,
    },
    repository: { name: 'shop', full_name: 'acme/shop', private: true, default_branch: 'main' },
    sender: { login: 'github', type: 'Bot' },
  },
  cases: [
    [
      'alerts that are not dismissed',
      {},
      {
        'alert.dismissed_at': '2026-03-04T10:00:00Z',
        'alert.dismissed_reason': 'tolerable_risk',
        'alert.state': 'dismissed',
      },
    ],
    ['not from a bot', { 'sender.type': 'User', 'sender.login': 'ann' }, {}],
  ],
};

export const chargebee: SenderCorpus = {
  sender: 'Chargebee subscription',
  contentType: 'application/json',
  headers: {},
  body: {
    id: 'ev_1',
    event_type: 'subscription_cancelled',
    occurred_at: 1772600000,
    source: 'admin_console',
    content: {
      subscription: {
        id: 's1',
        plan_id: 'pro-monthly',
        plan_amount: 4900,
        currency_code: 'USD',
        status: 'cancelled',
        cancel_reason: 'not_paid',
        cancelled_at: 1772600000,
        has_scheduled_changes: false,
        due_invoices_count: 2,
      },
      customer: {
        id: 'c1',
        first_name: 'Ana',
        last_name: 'Li',
        email: 'ana@li.com',
        auto_collection: 'off',
        net_term_days: 0,
        taxability: 'taxable',
        vip: true,
      },
    },
  },
  cases: [
    ['customer is not vip', { 'content.customer.vip': false }, {}],
    ['auto collection is on', { 'content.customer.auto_collection': 'on' }, {}],
  ],
};

export const freezer: SenderCorpus = {
  sender: 'Freezer sensor',
  contentType: 'application/json',
  headers: {},
  body: {
    device: {
      id: 'th-7',
      name: 'Freezer 2',
      model: 'T100',
      firmware: '2.3.1',
      online: true,
      battery: 17,
      battery_low: true,
    },
    reading: { temperature: -12.5, unit: 'C', humidity: 40, door: 'open', at: '2026-03-04T23:30:00+01:00' },
    thresholds: { temperature_max: -15, temperature_min: -25 },
    alarm: { active: true, level: 2, acknowledged: false, acknowledged_by: null },
    site: { name: 'Depot North', country: 'DE' },
  },
  cases: [
    ['temperature above -15', {}, { 'reading.temperature': -18 }],
    ['alarm is not acknowledged', {}, { 'alarm.acknowledged': true, 'alarm.acknowledged_by': 'Ann' }],
    ['door is closed', { 'reading.door': 'closed' }, {}],
  ],
};

export const bank: SenderCorpus = {
  sender: 'Bank transaction',
  contentType: 'application/json',
  headers: {},
  body: {
    type: 'transaction',
    direction: 'debit',
    amount: { value: '-1250.00', currency: 'GBP' },
    balance_after: { value: '310.55', currency: 'GBP' },
    counterparty: { name: 'ACME Ltd', country: 'GB', iban: null },
    category: 'transfer',
    pending: false,
    declined: false,
    decline_reason: '',
    reference: 'INV 2231',
    merchant: null,
    created: '2026-03-04T20:15:00Z',
    settled: '2026-03-05',
  },
  cases: [
    ['amount under 0', {}, { 'amount.value': '20.00', direction: 'credit' }],
    ['not declined', {}, { declined: true, decline_reason: 'limit' }],
  ],
};

export const helpdesk: SenderCorpus = {
  sender: 'Help desk ticket',
  contentType: 'application/json',
  headers: {},
  body: {
    ticket: {
      id: 501,
      subject: 'Cannot log in',
      status: 'pending',
      priority: 'urgent',
      type: 'question',
      satisfaction: null,
      assignee: null,
      requester: {
        name: 'Kai',
        email: 'kai@client.com',
        vip: false,
        organization: { name: 'Client GmbH', plan: 'enterprise' },
      },
      tags: ['login', 'eu'],
      comments_count: 0,
      custom_fields: [{ name: 'severity', value: 'S2' }],
      due_at: '2026-03-05T08:00:00Z',
      created_at: '2026-03-04T08:00:00Z',
    },
    changes: { status: { from: 'open', to: 'pending' } },
  },
  cases: [['requester is not vip', {}, { 'ticket.requester.vip': true }]],
};
