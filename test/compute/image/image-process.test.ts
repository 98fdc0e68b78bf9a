import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createImageProcess } from '../../../compute/image/image-process.ts';

const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
  .png()
  .toBuffer();
const withJpeg = false;
const instead = (name: string) => {
  const entry = join(import.meta.dirname, `../../support/image-processes/${name}-worker.ts`);
  return { entry, readable: [entry, join(import.meta.dirname, '../../../package.json')] };
};

async function using(
  images: ReturnType<typeof createImageProcess>,
  work: (i: typeof images) => Promise<void>,
) {
  try {
    await work(images);
  } finally {
    await images.close();
  }
}

describe('the image process', () => {
  it('takes one image with it when it crashes, and none after it waits for ever', async () => {
    await using(createImageProcess({ program: instead('crash') }), async ({ measure }) => {
      const results = await Promise.all([measure(png, { withJpeg }), measure(png, { withJpeg })]);
      expect(results).toEqual([{ status: 'unreadable' }, { status: 'unreadable' }]);
    });
  });

  it('is ended when an image takes too long', async () => {
    await using(createImageProcess({ program: instead('hang'), measureMs: 300 }), async ({ measure }) => {
      expect(await measure(png, { withJpeg })).toEqual({ status: 'too-slow' });
    });
  });

  it('refuses more images than may wait', async () => {
    await using(createImageProcess(), async ({ measure }) => {
      const many = await Promise.allSettled(Array.from({ length: 40 }, () => measure(png, { withJpeg })));
      expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
      expect(many.at(-1)).toMatchObject({ reason: { code: 'INTERNAL_ERROR' } });
    });
  });

  it('takes no image after it was closed', async () => {
    const images = createImageProcess();
    await images.close();
    await expect(images.measure(png, { withJpeg })).rejects.toThrow('closed');
  });
});
