import { describe, expect, it } from 'vitest';
import { providers } from '#models/providers.ts';
import { Environment, secretNames } from '#platform/environment.ts';
import { ConfigError, readConfig } from '#platform/config.ts';
import { readFromRoot } from '#test/support/root.ts';

const key = 'A'.repeat(43);

describe('readConfig', () => {
  it('takes every default where nothing is set', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 8080,
      DATA_DIR: '.data',
      PUBLIC_QUOTA: 100,
      LOG_LEVEL: 'info',
    });
  });

  it('treats an empty or blank variable as an absent one', () => {
    expect(readConfig({ PORT: '', ADMIN_TOKEN: '  ' })).toEqual(readConfig({}));
  });

  it('reads numbers, lists, keys and URLs', () => {
    const config = readConfig({
      PORT: '9000',
      PUBLIC_URL: 'https://hooks.example.com/',
      MASTER_KEYS: `new:${key}=, old:${key}=`,
      EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8, ::1/128,10.1.2.3',
      WAITLIST_SHEETS: 'Waitlist, Beta:closed',
    });
    expect(config.PORT).toBe(9000);
    expect(config.PUBLIC_URL).toBe('https://hooks.example.com');
    expect(config.MASTER_KEYS?.map(({ id, key: bytes }) => [id, bytes.length])).toEqual([
      ['new', 32],
      ['old', 32],
    ]);
    expect(config.EGRESS_ALLOW_ADDRESSES).toEqual(['127.0.0.0/8', '::1/128', '10.1.2.3']);
    expect(config.WAITLIST_SHEETS.map(({ title }) => title)).toEqual(['Waitlist', 'Beta']);
  });

  it.each<[Record<string, string>, string]>([
    [{ PORT: 'http' }, 'PORT must be a whole number'],
    [{ PORT: '-1' }, 'PORT must be a whole number'],
    [{ PORT: '65536' }, 'PORT must be at most 65535'],
    [{ METRICS_PORT: '65535' }, 'METRICS_PORT must be at most 65534'],
    [{ PUBLIC_URL: 'hooks.example.com' }, 'PUBLIC_URL must be an http or https URL'],
    [{ PUBLIC_URL: 'ftp://example.com' }, 'PUBLIC_URL must be an http or https URL'],
    [{ ADMIN_TOKEN: 'short' }, 'ADMIN_TOKEN must be at least 16 characters'],
    [{ MASTER_KEYS: 'k1:c2hvcnQ=' }, 'MASTER_KEYS must be id:base64 of 32 bytes'],
    [{ MASTER_KEYS: `${key}=` }, 'MASTER_KEYS must be id:base64 of 32 bytes'],
    [{ MASTER_KEYS: ',' }, 'MASTER_KEYS must hold at least one id:base64 pair'],
    [{ MASTER_KEYS: `k1:${key}=,k1:${key}=` }, 'MASTER_KEYS names one id twice'],
    [{ REDIS_URL: '127.0.0.1:6379' }, 'REDIS_URL must begin with redis:// or rediss://'],
    ...[
      'https://key:secret@host/bucket',
      's3://host/bucket',
      's3://key@host/bucket',
      's3://key:secret@host',
      's3://key:secret@host/bucket/folder',
      's3://key:secret@host/bucket?tls=no',
      's3://key:secret@host/bucket?acl=public',
      's3://key:100%@host/bucket',
    ].map((BLOBS_URL): [Record<string, string>, string] => [
      { BLOBS_URL },
      'BLOBS_URL must be s3://key:secret@host/bucket, percent-encoded',
    ]),
    [{ TEMPORAL_ADDRESS: 'http://127.0.0.1:7233' }, 'TEMPORAL_ADDRESS must be host:port'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL',
    ],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf'],
    [{ TEMPORAL_UI_URL: 'localhost' }, 'TEMPORAL_UI_URL must be an http or https URL'],
    [{ RUN_MAX_STEPS: '0' }, 'RUN_MAX_STEPS must be at least 1'],
    [{ RUN_MAX_STEPS: '101' }, 'RUN_MAX_STEPS must be at most 100'],
    [{ RUN_MAX_REQUESTS: 'five' }, 'RUN_MAX_REQUESTS must be a whole number'],
    [{ RUN_MAX_TOKENS: '1e5' }, 'RUN_MAX_TOKENS must be a whole number'],
    [{ RUN_MAX_COST_USD: '$1' }, 'RUN_MAX_COST_USD must be an amount in US dollars such as 0.50'],
    [{ RUN_MAX_COST_USD: '0' }, 'RUN_MAX_COST_USD must be more than 0'],
    [{ RUN_MAX_MINUTES: '0.5' }, 'RUN_MAX_MINUTES must be a whole number'],
    [{ MODEL_PRICE: '3' }, 'MODEL_PRICE must be US dollars for a million tokens of input and of output'],
    [{ MODEL_PRICE: '3/15/0.3/1' }, 'MODEL_PRICE must be US dollars for a million tokens'],
    [{ MODEL: 'gpt-5' }, 'MODEL must be provider/model-id'],
    [{ MODEL: 'openai-compatible/llama' }, 'MODEL_BASE_URL is needed when MODEL is openai-compatible/…'],
    [{ MODEL: 'anthropic/some-model' }, 'ANTHROPIC_API_KEY is needed when MODEL is anthropic/…'],
    [{ MODEL: 'openai/some-model' }, 'OPENAI_API_KEY is needed when MODEL is openai/…'],
    [{ MODEL: 'google/some-model' }, 'GOOGLE_GENERATIVE_AI_API_KEY is needed when MODEL is google/…'],
    [{ MODEL_BASE_URL: 'llama' }, 'MODEL_BASE_URL must be an http or https URL'],
    [{ PUBLIC_QUOTA: '0' }, 'PUBLIC_QUOTA must be at least 1'],
    [{ TRUSTED_PROXY_HOPS: '33' }, 'TRUSTED_PROXY_HOPS must be at most 32'],
    [{ EGRESS_ALLOW_ADDRESSES: 'localhost' }, 'EGRESS_ALLOW_ADDRESSES must hold address ranges'],
    [{ EGRESS_ALLOW_ADDRESSES: '10.0.0.0/33' }, 'EGRESS_ALLOW_ADDRESSES must hold address ranges'],
    [{ EGRESS_ALLOW_ADDRESSES: '10.0.0.0/8/8' }, 'EGRESS_ALLOW_ADDRESSES must hold address ranges'],
    [{ WAITLIST_SHEETS: 'A,A' }, 'WAITLIST_SHEETS names one sheet twice'],
    [{ WAITLIST_SHEETS: 'A/B' }, 'WAITLIST_SHEETS must hold sheet titles'],
    [{ WORKER_BUILD_ID: '1' }, 'WORKER_DEPLOYMENT_NAME is needed where the other one is set'],
    [{ WORKER_DEPLOYMENT_NAME: 'reveille' }, 'WORKER_BUILD_ID is needed where the other one is set'],
    [{ WORKER_BUILD_ID: 'a b', WORKER_DEPLOYMENT_NAME: 'r' }, 'WORKER_BUILD_ID must be letters'],
    [{ GOOGLE_SHEETS_ID: 'abc' }, 'GOOGLE_SERVICE_ACCOUNT is needed when GOOGLE_SHEETS_ID is set'],
    [{ GOOGLE_API_BASE_URL: 'sheets' }, 'GOOGLE_API_BASE_URL must be an http or https URL'],
    [{ PREVIEWS_FREE_PER_DAY: 'many' }, 'PREVIEWS_FREE_PER_DAY must be a whole number'],
    [{ PREVIEWS_PER_DAY: '1e3' }, 'PREVIEWS_PER_DAY must be a whole number'],
    [{ MODEL_CALLS_PER_DAY: '-1' }, 'MODEL_CALLS_PER_DAY must be a whole number'],
    [{ HUMANIZER_MAX_CHARS: '0' }, 'HUMANIZER_MAX_CHARS must be at least 1'],
    [{ ACTIVITY_RETENTION_DAYS: '0' }, 'ACTIVITY_RETENTION_DAYS must be at least 1'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL '],
  ])('refuses %j with a sentence that names the variable', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(sentence);
  });

  it('names every wrong variable at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(
      /^Wrong environment: PORT .*; LOG_LEVEL .*\.$/,
    );
  });

  it('reads a bucket with its credentials, over TLS unless that is turned off', () => {
    expect(readConfig({ BLOBS_URL: 's3://key:a%2Fb%2Bc@s3.example.com/bucket' }).BLOBS_URL).toEqual({
      endpoint: 'https://s3.example.com',
      bucket: 'bucket',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'a/b+c',
    });
    const own = readConfig({ BLOBS_URL: 's3://k:s@127.0.0.1:7070/b/?region=eu-west-1&tls=false' }).BLOBS_URL;
    expect(own).toMatchObject({ endpoint: 'http://127.0.0.1:7070', bucket: 'b', region: 'eu-west-1' });
  });

  it('does not repeat a secret that it refuses', () => {
    expect(() => readConfig({ BLOBS_URL: 's3://key:my-secret@host' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('my-secret') }),
    );
  });

  it.each([
    ['0.25/2.00', { inputPerMillion: 0.25, outputPerMillion: 2 }],
    ['3/15/0.3', { inputPerMillion: 3, outputPerMillion: 15, cachedPerMillion: 0.3 }],
  ])('reads the price %s of a model', (text, expected) =>
    expect(readConfig({ MODEL_PRICE: text }).MODEL_PRICE).toEqual(expected),
  );

  it('takes a gateway for a model without a key of its provider', () => {
    const env = { MODEL: 'openai/some-model', MODEL_BASE_URL: 'http://127.0.0.1:4000' };
    expect(readConfig(env).MODEL).toBe('openai/some-model');
  });
});

it('demands no replicas of a cluster, whose nodes cannot be waited for together', () => {
  const env = { REDIS_MIN_REPLICAS: '1' };
  expect(() => readConfig({ ...env, REDIS_URL: 'redis+cluster://one,two' })).toThrow('REDIS_MIN_REPLICAS');
  expect(readConfig({ ...env, REDIS_URL: 'redis+sentinel://one,two/records' })).toMatchObject({
    REDIS_MIN_REPLICAS: 1,
  });
});

describe('.env.example', () => {
  const text = readFromRoot('.env.example');
  const samples = [...text.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));

  it('has every variable once, and those that only docker-compose.yml reads', () => {
    const ofCompose = ['REDIS_MAXMEMORY', 'REDIS_MEM_LIMIT', 'SECRETS_DIR', 'WORKER_STOP_GRACE_PERIOD'];
    const files = secretNames.map((name) => `${name}_FILE`);
    const variables = [...Object.keys(Environment.shape), ...files, ...ofCompose];
    expect(samples.map(({ name }) => name).toSorted()).toEqual(variables.toSorted());
  });

  it('says above every variable, or group of variables, what it is for', () => {
    const groups = text.split('\n\n').filter((group) => /^# [A-Z_]+=/m.test(group));
    expect(groups.filter((group) => /^# [A-Z_]+=/.test(group))).toEqual([]);
  });

  it('names every provider of models, in their order, as the README does', () => {
    const ids = providers.map(({ id }) => id);
    expect(text).toContain(`# provider/model-id, the provider one of ${ids.join(', ')}.`);
    const readme = readFromRoot('README.md');
    expect([...readme.matchAll(/`(?:MODEL=)?([a-z-]+)\/…`/g)].map(([, id]) => id)).toEqual(ids);
  });

  it('shows values that are valid', () => {
    const shown = Object.fromEntries(samples.map(({ name, value }) => [name, value]));
    expect(() => readConfig(shown)).not.toThrow();
  });

  it('shows the default where there is one', () => {
    const defaults = Object.entries(readConfig({})).flatMap(([name, value]) =>
      typeof value === 'number' || typeof value === 'string' ? [[name, value] as const] : [],
    );
    const shown = Object.fromEntries(samples.map(({ name, value }) => [name, value]));
    for (const [name, value] of defaults) expect([name, shown[name]]).toEqual([name, `${value}`]);
  });
});
