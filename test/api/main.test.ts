import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { expect, inject, it, onTestFinished } from 'vitest';

import { redisServer } from '#test/support/redis-server.ts';
import { plainEnvironment } from '#test/support/reveille.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

it.each(['api', 'worker'])(
  'the %s starts on a Redis that may lose records, and says in its log what is wrong with it',
  async (name) => {
    const dataDir = await temporaryFolder('reveille-main-');
    const redis = await redisServer(`${dataDir}/redis`);
    redis.start({ appendonly: 'no' });
    onTestFinished(() => redis.signal('SIGKILL'));
    const child = spawn(process.execPath, [`${name}/main.ts`], {
      cwd: `${import.meta.dirname}/../..`,
      env: {
        ...plainEnvironment(),
        ADMIN_TOKEN: 'operator-token-of-tests',
        DATA_DIR: dataDir,
        MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
        METRICS_PORT: '0',
        PORT: '0',
        REDIS_URL: redis.url,
        TEMPORAL_ADDRESS: inject('temporalAddress'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await exited;
    });
    const warnings: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const { level, msg } = JSON.parse(line) as { level: number; msg: string };
      if (level === 40) warnings.push(msg);
      if (/^(listening|polling)$/.test(msg)) break;
    }
    expect(warnings).toEqual([
      'Redis has appendonly no: records are lost when Redis is restarted. Set it to yes.',
      expect.stringContaining('Redis has maxmemory 0'),
    ]);
  },
);
