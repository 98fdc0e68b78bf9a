import { describe, expect, it } from 'vitest';

import { createAddressRule } from '#egress/address-rule.ts';
import { decideAddresses, decideHost, decideUnresolved } from '#egress/decide.ts';
import { refusalMessage } from '#domain/refusal-message.ts';
import { parseTarget } from '#egress/target.ts';
import { attachingPolicies, matchingPolicies } from '#network-access/match-policies.ts';
import { type PolicyLine, policyRecord } from '#test/core/network-access/support/policies.ts';

const shut = createAddressRule([]);
const open = createAddressRule(['127.0.0.0/8', '::1/128', '10.0.0.0/8']);

function targetOf(url: string) {
  const parsed = parseTarget(url);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  return parsed.target;
}

function matchOf(host: string, lines: readonly PolicyLine[]) {
  const matching = matchingPolicies(host, lines.map(policyRecord));
  return { matching, attaching: attachingPolicies(matching), ground: 'policy' as const, namesSecret: false };
}

const bare: PolicyLine[] = [
  ['api.example.com'],
  ['127.0.0.1'],
  ['10.0.0.1'],
  ['[::1]'],
  ['8.8.8.8'],
  ['169.254.169.254'],
];
const keyed = bare.map(([domain]): PolicyLine => [domain, 'X-Key', 'k']);

describe('decideHost', () => {
  it.each([
    ['a listed host', 'https://api.example.com/', bare, shut, 'policy'],
    ['a listed host over http without a credential', 'http://api.example.com/', bare, shut, 'policy'],
    ['a host that is not listed', 'https://web.example.com/', bare, shut, 'host'],
    ['an empty list', 'https://api.example.com/', [], shut, 'host'],
    ['a credential over http', 'http://api.example.com/', keyed, shut, 'plaintext'],
    ['a credential over https', 'https://api.example.com/', keyed, shut, 'policy'],
    ['a public address', 'https://8.8.8.8/', bare, shut, 'policy'],
    ['a listed loopback address', 'http://127.0.0.1/', bare, shut, 'address'],
    ['a listed loopback address, opened', 'http://127.0.0.1/', bare, open, 'policy'],
    ['a loopback address that is opened but not listed', 'http://127.0.0.2/', bare, open, 'host'],
    ['a credential to opened loopback over http', 'http://127.0.0.1/', keyed, open, 'policy'],
    ['a credential to opened IPv6 loopback over http', 'http://[::1]/', keyed, open, 'policy'],
    ['a credential to an opened private address over http', 'http://10.0.0.1/', keyed, open, 'plaintext'],
    ['a credential to an opened private address over https', 'https://10.0.0.1/', keyed, open, 'policy'],
    ['the metadata address, listed', 'http://169.254.169.254/', bare, open, 'address'],
  ] as const)('%s: %s', (_, url, lines, rule, ground) => {
    const target = targetOf(url);
    expect(decideHost(target, matchOf(target.host, lines), rule)).toBe(ground);
  });
});

describe('decideAddresses', () => {
  it.each([
    ['public', 'https', bare, ['93.184.216.34'], shut, 'policy'],
    ['public and private mixed', 'https', bare, ['93.184.216.34', '10.0.0.1'], shut, 'address'],
    ['loopback', 'https', bare, ['127.0.0.1'], shut, 'address'],
    ['loopback, opened', 'https', bare, ['127.0.0.1', '::1'], open, 'policy'],
    ['link-local beside opened', 'https', bare, ['127.0.0.1', '169.254.169.254'], open, 'address'],
    ['opened loopback over http with a credential', 'http', keyed, ['127.0.0.1'], open, 'policy'],
    ['public over http with a credential', 'http', keyed, ['93.184.216.34'], open, 'plaintext'],
    [
      'loopback and public over http with a credential',
      'http',
      keyed,
      ['127.0.0.1', '93.184.216.34'],
      open,
      'plaintext',
    ],
  ] as const)('answers %s over %s', (_, scheme, lines, addresses, rule, ground) => {
    const target = targetOf(`${scheme}://api.example.com/`);
    expect(decideAddresses(target, matchOf(target.host, lines), addresses, rule)).toBe(ground);
  });
});

describe('decideUnresolved', () => {
  it.each([
    ['https://api.example.com/', [['api.example.com']], shut, 'policy'],
    ['https://api.example.com/', [], shut, 'host'],
    ['http://api.example.com/', [['api.example.com', 'X-Key', 'k']], open, 'plaintext'],
    ['http://localhost/', [['localhost']], shut, 'address'],
    ['http://localhost/', [['localhost', 'X-Key', 'k']], open, 'policy'],
    ['http://127.0.0.1/', [['127.0.0.1']], shut, 'address'],
  ] as const)('%s with %j: %s', (url, lines, rule, ground) => {
    const target = targetOf(url);
    expect(decideUnresolved(target, matchOf(target.host, lines), rule)).toBe(ground);
  });
});

it('the refusal names the host and nothing else', () => {
  expect(refusalMessage('api.example.com')).toBe("Outbound request to 'api.example.com' is not allowed");
});
