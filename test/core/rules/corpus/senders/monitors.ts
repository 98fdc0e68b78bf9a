import type { SenderCorpus } from '../corpus.ts';

export const alertmanager: SenderCorpus = {
  sender: 'Alertmanager',
  contentType: 'application/json',
  headers: {},
  body: {
    receiver: 'team-X',
    status: 'firing',
    alerts: [
      {
        status: 'firing',
        labels: {
          alertname: 'HighCPU',
          severity: 'critical',
          instance: 'db-1:9100',
          env: 'production',
        },
        annotations: {
          summary: 'CPU at 97%',
          description: 'CPU usage above 95% for 10 minutes',
        },
        startsAt: '2026-03-14T08:15:00Z',
        endsAt: '0001-01-01T00:00:00Z',
        fingerprint: 'a1',
      },
      {
        status: 'resolved',
        labels: {
          alertname: 'DiskFull',
          severity: 'warning',
          instance: 'web-2:9100',
          env: 'staging',
        },
        annotations: {
          summary: 'Disk at 91%',
        },
        startsAt: '2026-03-14T07:15:00Z',
        endsAt: '2026-03-14T08:10:00Z',
        fingerprint: 'b2',
      },
    ],
    groupLabels: {
      team: 'infra',
    },
    commonLabels: {
      team: 'infra',
    },
    commonAnnotations: {},
    externalURL: 'http://am',
    version: '4',
    groupKey: '{}:{team="infra"}',
    truncatedAlerts: 0,
  },
  cases: [
    [
      'only firing alerts',
      {},
      {
        status: 'resolved',
        alerts: [
          {
            status: 'resolved',
            labels: {
              severity: 'critical',
            },
          },
        ],
      },
    ],
    [
      'status is firing',
      {},
      {
        status: 'resolved',
        alerts: [],
      },
    ],
    [
      'any alert has severity critical',
      {},
      {
        alerts: [
          {
            status: 'firing',
            labels: {
              severity: 'warning',
            },
          },
        ],
      },
    ],
    [
      'every alert is firing',
      {
        alerts: [
          {
            status: 'firing',
            labels: {},
          },
        ],
      },
      {},
    ],
    [
      'all alerts are resolved',
      {
        status: 'resolved',
        alerts: [
          {
            status: 'resolved',
            labels: {},
          },
        ],
      },
      {},
    ],
    [
      'more than one alert',
      {},
      {
        alerts: [
          {
            status: 'firing',
            labels: {},
          },
        ],
      },
    ],
    [
      'at least 2 alerts',
      {},
      {
        alerts: [
          {
            status: 'firing',
            labels: {},
          },
        ],
      },
    ],
    [
      'exactly 2 alerts',
      {},
      {
        alerts: [
          {
            status: 'firing',
            labels: {},
          },
        ],
      },
    ],
    [
      'the number of alerts is 2',
      {},
      {
        alerts: [
          {
            status: 'firing',
            labels: {},
          },
        ],
      },
    ],
    [
      'ignore resolved',
      {},
      {
        status: 'resolved',
        alerts: [
          {
            status: 'resolved',
            labels: {},
          },
        ],
      },
    ],
    [
      'alerts[0].labels.severity is critical',
      {},
      {
        alerts: [
          {
            labels: {
              severity: 'info',
            },
          },
        ],
      },
    ],
    [
      'team is infra',
      {},
      {
        groupLabels: {
          team: 'web',
        },
        commonLabels: {
          team: 'web',
        },
        groupKey: 'x',
      },
    ],
  ],
};

export const datadog: SenderCorpus = {
  sender: 'Datadog monitor',
  contentType: 'application/json',
  headers: {},
  body: {
    id: '7',
    title: '[Triggered] High latency on checkout',
    alert_type: 'error',
    alert_status: 'Triggered',
    priority: 'P2',
    transition: 'Triggered',
    host: 'web-01',
    tags: 'env:prod,service:checkout,team:pay',
    metric: 'p95',
    value: '812',
    threshold: '500',
    date: '1773849600000',
    org: {
      id: '1',
      name: 'Acme',
    },
  },
  cases: [
    [
      'priority is P1 or P2',
      {},
      {
        priority: 'P3',
      },
    ],
    [
      'value is above threshold',
      {},
      {
        value: '300',
      },
    ],
    [
      'tags contain env:prod',
      {},
      {
        tags: 'env:dev,service:checkout',
      },
    ],
    [
      'tags include service:checkout',
      {},
      {
        tags: 'env:prod,service:search',
      },
    ],
    [
      'title starts with [Triggered]',
      {},
      {
        title: '[Recovered] x',
      },
    ],
    [
      'only triggered alerts',
      {},
      {
        alert_status: 'Recovered',
        transition: 'Recovered',
        title: '[Recovered] x',
      },
    ],
    [
      'alert type is error or warning',
      {},
      {
        alert_type: 'info',
      },
    ],
    [
      'host is not web-01',
      {
        host: 'web-02',
      },
      {},
    ],
  ],
};

export const sensor: SenderCorpus = {
  sender: 'Sensor reading',
  contentType: 'application/json',
  headers: {
    'x-device': 'sensor-7',
  },
  body: {
    device_id: 'sensor-7',
    type: 'reading',
    temperature: 21.5,
    unit: 'C',
    humidity: 40,
    battery: 87,
    battery_unit: 'percent',
    max_temperature: 30,
    min_temperature: 5,
    location: {
      room: 'Lab 2',
      floor: 3,
      lat: 52.52,
      lng: 13.4,
    },
    tags: ['lab', 'critical'],
    errors: [],
    firmware: '2.10.1',
    online: true,
    alarm: false,
    last_error: null,
    recorded_at: '2026-03-14T23:30:00+01:00',
    readings: [
      {
        channel: 'a',
        value: 3.2,
      },
      {
        channel: 'b',
        value: 9.9,
      },
    ],
  },
  cases: [
    [
      'temperature is above 21',
      {},
      {
        temperature: 20,
      },
    ],
    [
      'temperature is above the max temperature',
      {
        temperature: 31,
      },
      {},
    ],
    [
      'temperature over 20°C',
      {},
      {
        temperature: 19,
      },
    ],
    [
      'battery below 20%',
      {
        battery: 10,
      },
      {},
    ],
    [
      'the device is offline',
      {
        online: false,
      },
      {},
    ],
    [
      'the device is online',
      {},
      {
        online: false,
      },
    ],
    [
      'there are errors',
      {
        errors: ['x'],
      },
      {},
    ],
    [
      'no errors',
      {},
      {
        errors: ['x'],
      },
    ],
    [
      'errors is empty',
      {},
      {
        errors: ['x'],
      },
    ],
    [
      'last error is not null',
      {
        last_error: 'x',
      },
      {},
    ],
    [
      'the alarm is on',
      {
        alarm: true,
      },
      {},
    ],
    [
      'alarm is not true',
      {},
      {
        alarm: true,
      },
    ],
    [
      'firmware is 2.10.1',
      {},
      {
        firmware: '2.9.0',
      },
    ],
    [
      'tags contain "lab" and "critical"',
      {},
      {
        tags: ['lab'],
      },
    ],
    [
      'tags contain both lab and critical',
      {},
      {
        tags: ['lab'],
      },
    ],
    [
      'tags contain lab or office',
      {},
      {
        tags: ['home'],
      },
    ],
    [
      'tags do not contain critical',
      {
        tags: ['lab'],
      },
      {},
    ],
    [
      'tags contain lab but not critical',
      {
        tags: ['lab'],
      },
      {},
    ],
    [
      'neither lab nor critical is in the tags',
      {
        tags: ['x'],
      },
      {},
    ],
    [
      'floor is 3 or 4',
      {},
      {
        'location.floor': 5,
      },
    ],
    [
      'floor is not 3 or 4',
      {
        'location.floor': 5,
      },
      {},
    ],
    [
      'floor is neither 3 nor 4',
      {
        'location.floor': 5,
      },
      {},
    ],
    [
      'room is Lab 2',
      {},
      {
        'location.room': 'Lab 1',
      },
    ],
    [
      'room starts with Lab',
      {},
      {
        'location.room': 'Office',
      },
    ],
    [
      'any reading value is over 5',
      {},
      {
        readings: [
          {
            value: 1,
          },
        ],
      },
    ],
    [
      'the sum of readings[].value is over 13',
      {},
      {
        readings: [
          {
            value: 1,
          },
        ],
      },
    ],
    [
      'recorded on 2026-03-14',
      {},
      {
        recorded_at: '2026-03-16T10:00:00+01:00',
      },
    ],
    [
      'recorded at is before 2026-03-15',
      {},
      {
        recorded_at: '2026-03-18T10:00:00+01:00',
      },
    ],
    [
      'device id is sensor-7 or sensor-8',
      {},
      {
        device_id: 'sensor-9',
        'headers.x-device': 'sensor-9',
      },
    ],
    [
      'device_id in (sensor-7, sensor-8)',
      {},
      {
        device_id: 'sensor-9',
      },
    ],
    [
      'header X-Device is sensor-7',
      {},
      {
        'headers.x-device': 's',
      },
    ],
    [
      'type is reading unless alarm is true',
      {},
      {
        alarm: true,
      },
      {
        type: 'ping',
      },
    ],
    [
      'temperature > 20 and (humidity < 30 or battery < 90)',
      {},
      {
        battery: 95,
      },
      {
        temperature: 10,
      },
    ],
    [
      'temperature > 20 and humidity < 30 or battery < 90',
      {},
      {
        battery: 95,
      },
    ],
    [
      'not online',
      {
        online: false,
      },
      {},
    ],
  ],
  open: [
    ['temperature is higher than 70 °F', {}],
    ['battery is low', {}],
  ],
};

export const logLine: SenderCorpus = {
  sender: 'Text of an alert',
  contentType: 'text/plain',
  headers: {},
  body: 'ALERT: disk usage 91% on db-1\nSeverity: high\nOwner: ops',
  cases: [
    [
      'contains "disk usage"',
      {},
      {
        '': 'ALERT: cpu',
      },
    ],
    [
      'body contains ALERT',
      {},
      {
        '': 'ok',
      },
    ],
    [
      'starts with ALERT',
      {},
      {
        '': 'ok: ALERT',
      },
    ],
  ],
  open: [['disk usage is over 90%', {}]],
};
