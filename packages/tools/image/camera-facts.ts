import readExif from 'exif-reader';

/** EXIF facts about the exposure; no location and no owner. */
export interface CameraFacts {
  readonly camera: string | null;
  readonly lens: string | null;
  readonly focalLengthMm: number | null;
  readonly aperture: number | null;
  readonly exposureSeconds: number | null;
  readonly iso: number | null;
  /** ISO 8601 date without time. */
  readonly takenOn: string | null;
}

/** Reads an EXIF block; null if it is malformed. */
export function cameraFactsOf(exif: Buffer | undefined): CameraFacts | undefined {
  if (!exif) return undefined;
  try {
    const { Image: image = {}, Photo: photo = {} } = readExif(exif);
    const facts: CameraFacts = {
      camera: cameraName(plainText(image.Make), plainText(image.Model)),
      lens: plainText(photo.LensModel),
      focalLengthMm: positive(photo.FocalLength),
      aperture: positive(photo.FNumber),
      exposureSeconds: positive(photo.ExposureTime),
      iso: positive(photo.ISOSpeedRatings),
      takenOn: dateOf(photo.DateTimeOriginal),
    };
    return Object.values(facts).some((fact) => fact !== null) ? facts : undefined;
  } catch {
    return undefined;
  }
}

function cameraName(make: string | null, model: string | null): string | null {
  if (make === null || model === null) return model ?? make;
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
}

/** Untrusted text, reduced to one short line of visible characters. */
function plainText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .replaceAll(/[^\p{L}\p{N} .,()/+-]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, 60);
  return text === '' ? null : text;
}

function positive(value: unknown): number | null {
  const number: unknown = Array.isArray(value) ? value[0] : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null;
}

function dateOf(value: unknown): string | null {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString().slice(0, 10) : null;
}
