import { inject, expect, it } from 'vitest';

import { consoleLink } from '../../../bin/supervisor/console-link.ts';
import { hashOfToken } from '../../../domain/token.ts';
import { createSessions } from '../../../store/sessions.ts';
import { testRedis } from '../../support/service.ts';

it('holds a code that stands for the token once, and not the token', async () => {
  const link = await consoleLink(inject('redisUrl'), 'https://hooks.example.com', 'a-token-of-the-owner');
  const { origin, pathname, searchParams } = new URL(link);
  expect([origin, pathname]).toEqual(['https://hooks.example.com', '/console/sign-in']);
  expect(link).not.toContain('a-token-of-the-owner');
  await using connection = await testRedis();
  const sessions = createSessions({ redis: connection.redis });
  const code = searchParams.get('code') ?? '';
  expect(await sessions.useCode(code)).toBe(hashOfToken('a-token-of-the-owner'));
  expect(await sessions.useCode(code)).toBeNull();
});
