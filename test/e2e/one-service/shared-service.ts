import path from 'node:path';

import { startOtlpReceiver } from '#test/support/otlp-receiver.ts';
import { startReveille } from '#test/support/reveille.ts';
import { s3Command, startS3Server } from '#test/support/s3-server.ts';

export type SharedService = Awaited<ReturnType<typeof startSharedService>>;

/** A bucket of a real server where there is one, else the folder of blobs. */
async function openBlobStore(folder: string, dataDir: string) {
  if (s3Command === undefined)
    return { settings: {}, folder: path.join(dataDir, 'blobs'), [Symbol.asyncDispose]: async () => {} };
  const server = await startS3Server(path.join(folder, 's3'));
  return {
    settings: { BLOBS_URL: server.url },
    folder: server.folder,
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

/** A service below a folder that tells all it can, to its logs and to a collector of traces. */
export async function startSharedService(folder: string, settings: Readonly<Record<string, string>> = {}) {
  const dataDir = path.join(folder, 'data');
  await using opened = new AsyncDisposableStack();
  const collector = opened.use(await startOtlpReceiver());
  const blobStore = opened.use(await openBlobStore(folder, dataDir));
  const service = opened.use(
    startReveille(dataDir, {
      EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      ...blobStore.settings,
      ...settings,
    }),
  );
  const { url } = await service.ready();
  const close = opened.move();
  return {
    url,
    dataDir,
    collector,
    blobStore,
    service,
    [Symbol.asyncDispose]: () => close.disposeAsync(),
  };
}
