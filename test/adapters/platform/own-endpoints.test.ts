import { expect, it } from 'vitest';

import { readConfig } from '#platform/config.ts';
import { ownEndpoints } from '#platform/own-endpoints.ts';

const texts = (env: Readonly<Record<string, string>>) =>
  ownEndpoints(readConfig(env)).map(({ host, port }) => `${host} ${port}`);

it('names the servers of the settings, and what is denied beside them', () => {
  expect(
    texts({
      HOST: '0.0.0.0',
      PORT: '8090',
      METRICS_PORT: '9000',
      REDIS_URL: 'redis://:password@redis:6380/0',
      REDIS_CACHE_URL: 'redis://cache',
      TEMPORAL_ADDRESS: '[::1]:7233',
      BLOBS_URL: 's3://key:secret@s3:7070/bucket?tls=false',
      TEMPORAL_UI_URL: 'http://localhost:8233',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      EGRESS_DENY_ENDPOINTS: 'postgres:5432,[fd00::1]:5433',
    }),
  ).toEqual([
    '0.0.0.0 8090',
    '0.0.0.0 9000',
    'redis 6380',
    'cache 6379',
    '::1 7233',
    's3 7070',
    'localhost 8233',
    'collector 4318',
    'postgres 5432',
    'fd00::1 5433',
  ]);
});

it('takes the usual ports where none is set, and leaves out a Web UI behind a proxy and a public S3', () => {
  expect(
    texts({
      REDIS_URL: 'rediss://redis.internal',
      TEMPORAL_UI_URL: 'https://ops.example/temporal',
      BLOBS_URL: 's3://key:secret@s3.eu-west-1.amazonaws.com/bucket',
    }),
  ).toEqual(['127.0.0.1 8080', '127.0.0.1 9464', 'redis.internal 6379', '127.0.0.1 7233']);
});

it.each(['postgres', 'postgres:', 'http://postgres:5432', 'postgres:99999', '::1:80'])(
  'refuses %s',
  (text) => {
    expect(() => readConfig({ EGRESS_DENY_ENDPOINTS: text })).toThrow(
      'EGRESS_DENY_ENDPOINTS must hold endpoints',
    );
  },
);

it('names every node of a cluster, and every Sentinel', () => {
  expect(
    texts({
      REDIS_URL: 'redis+cluster://:password@one:7000,two:7001',
      REDIS_CACHE_URL: 'rediss+sentinel://three,[fd00::1]:26380/cache',
    }),
  ).toEqual(expect.arrayContaining(['one 7000', 'two 7001', 'three 26379', 'fd00::1 26380']));
});
