import { expect, it } from 'vitest';
import { createAllowedDomains } from '#waitlist/allowed-domains.ts';

const isAllowed = createAllowedDomains(['blocked.example', '@bücher.example']);

it.each([
  ['example.com', true],
  ['gmail.com', true],
  ['proton.me', true],
  ['duck.com', true],
  ['mailinator.com', false],
  ['any.mailinator.com', false],
  ['notblocked.example', true],
  ['blocked.example', false],
  ['mail.blocked.example', false],
  ['xn--bcher-kva.example', false],
])('%s: allowed is %s', (domain, allowed) => {
  expect(isAllowed(domain)).toBe(allowed);
});
