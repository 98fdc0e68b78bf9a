import type { CameraFacts } from './camera-facts.ts';
import type { Composition } from './composition.ts';
import type { ImageType } from './image-type.ts';
import type { Light } from './light.ts';
import type { PaletteColour } from './palette.ts';

/** All that can be said of a picture without understanding it. */
export interface Measurement {
  readonly type: ImageType;
  /** As shown: turned as the camera was held. */
  readonly width: number;
  readonly height: number;
  /** More than one in an animation, of which the first is measured. */
  readonly frames: number;
  /** Share of pixels that one can see through, 0 to 1. */
  readonly transparentShare: number;
  readonly palette: readonly PaletteColour[];
  readonly light: Light;
  readonly composition: Composition;
  readonly camera: CameraFacts | undefined;
}

/** `jpeg` is a small copy without metadata, made only when asked for. */
export type MeasureResult =
  | { readonly status: 'measured'; readonly measurement: Measurement; readonly jpeg: Uint8Array | undefined }
  | { readonly status: 'too-many-pixels'; readonly width: number; readonly height: number }
  | { readonly status: 'unreadable' }
  | { readonly status: 'too-slow' };

/** What the image process is sent: one image at a time. */
export interface ImageJob {
  readonly bytes: Uint8Array;
  readonly withJpeg: boolean;
}

/** What it sends back. */
export interface ImageJobDone {
  readonly result: MeasureResult;
}
