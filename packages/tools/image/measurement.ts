import type { CameraFacts } from './camera-facts.ts';
import type { Composition } from './composition.ts';
import type { ImageType } from './image-type.ts';
import type { Ground } from './ground.ts';
import type { Light } from './light.ts';
import type { PaletteColour } from './palette.ts';

/** The measurements of an image that need no recognition of its content. */
export interface Measurement {
  readonly type: ImageType;
  /** As displayed, after EXIF rotation. */
  readonly width: number;
  readonly height: number;
  /** More than one for animations, of which only the first frame is measured. */
  readonly frames: number;
  /** Share of non-opaque pixels, 0 to 1. */
  readonly transparentShare: number;
  readonly palette: readonly PaletteColour[];
  readonly light: Light;
  readonly composition: Composition;
  /** The plain colour around what is shown. */
  readonly ground: Ground | undefined;
  readonly camera: CameraFacts | undefined;
}

/** `jpeg` is a small copy without metadata, made only when asked for. */
export type MeasureResult =
  | { readonly status: 'measured'; readonly measurement: Measurement; readonly jpeg: Uint8Array | undefined }
  | { readonly status: 'too-many-pixels'; readonly width: number; readonly height: number }
  | { readonly status: 'unreadable' }
  | { readonly status: 'animated-avif' }
  | { readonly status: 'too-slow' };

/** The message to the image process: one image. */
export interface ImageJob {
  readonly bytes: Uint8Array;
  readonly withJpeg: boolean;
}

export interface ImageJobDone {
  readonly result: MeasureResult;
}
