import { hashOfToken } from '#domain/token.ts';
import { connectRedis } from '#store/connection/connect.ts';
import { createSessions } from '#store/token/sessions.ts';

/** An address that signs in to the console once, as the holder of the token. */
export async function consoleLink(redisUrl: string, publicUrl: string, token: string): Promise<string> {
  const redis = await connectRedis(redisUrl, () => {});
  try {
    const code = await createSessions({ redis }).makeCode(hashOfToken(token));
    return `${publicUrl}/console/sign-in?code=${code}`;
  } finally {
    redis.destroy();
  }
}
