import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { SenderSample } from '#senders/sender.ts';
import type { OfficialCode } from './official-code.ts';
import { publishedKeys } from './published-keys.ts';

/** The answers of `programs/main.go` and `programs/verify.py` about a sample, by the packages that they call. */
const asks =
  (sender: string, command: readonly string[]): OfficialCode['accepts'] =>
  async (sample: SenderSample, _load, folder) => {
    const [program = '', ...args] = command;
    const certificate = publishedKeys.get(sample.headers['paypal-cert-url'] ?? '');
    const input = JSON.stringify({ ...sample, sender, certificate });
    const running = promisify(execFile)(join(folder, program), args, { cwd: folder });
    running.child.stdin?.end(input);
    const { stdout: answer } = await running;
    return answer.trim() === 'accepted';
  };

type Row = readonly [sender: string, name: string, version: string, by?: OfficialCode['by']];

const go: readonly Row[] = [
  ['pagerduty', 'github.com/PagerDuty/go-pagerduty', '1.8.0'],
  // It signs the sample itself, with its moment.
  ['grafana', 'github.com/grafana/alerting', '0.0.0-20260112172717-98a49ed9557f'],
  // The library that Alertmanager sends with.
  ['alertmanager', 'github.com/prometheus/common', '0.67.5'],
  ['bitbucket', 'github.com/go-playground/webhooks/v6', '6.4.0', 'community'],
];

const python: readonly Row[] = [
  ['mailgun', 'mailgun', '1.10.0'],
  ['paypal', 'paypalrestsdk', '1.13.3'],
  ['postmark', 'django-anymail', '15.2', 'community'],
  ['jira', 'airflow-provider-inbound-webhooks', '0.2.0', 'community'],
  // Nothing is published that checks these by name.
  ['dropbox', 'airflow-provider-inbound-webhooks', '0.2.0', 'general'],
  ['tally', 'airflow-provider-inbound-webhooks', '0.2.0', 'general'],
  ['okta', 'airflow-provider-inbound-webhooks', '0.2.0', 'general'],
  ['clickup', 'airflow-provider-inbound-webhooks', '0.2.0', 'general'],
  ['docusign', 'airflow-provider-inbound-webhooks', '0.2.0', 'general'],
  ['quickbooks', 'airflow-provider-inbound-webhooks', '0.2.0', 'general'],
  ['xero', 'airflow-provider-inbound-webhooks', '0.2.0', 'general'],
];

const codeOf =
  (command: readonly string[]) =>
  ([sender, name, version, by = 'sender']: Row): OfficialCode => ({
    sender,
    package: name,
    version,
    by,
    accepts: asks(sender, command),
  });

export const goCode: readonly OfficialCode[] = go.map(codeOf(['verify']));
export const pythonCode: readonly OfficialCode[] = python.map(codeOf(['python/bin/python', 'verify.py']));
