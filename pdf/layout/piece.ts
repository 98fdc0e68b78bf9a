/** A stretch of text where the file put it. Units are points; y grows upwards. */
export interface Piece {
  readonly text: string;
  /** Where the baseline starts. */
  readonly x: number;
  readonly y: number;
  /** Along the baseline. */
  readonly width: number;
  readonly size: number;
  /** Direction of the baseline in degrees, 0 to 359, counter-clockwise. */
  readonly angle: number;
  readonly rtl: boolean;
  /** Blank space was drawn right before this piece. */
  readonly spaced: boolean;
  /** Position in the order of drawing. */
  readonly order: number;
}

/** Turns a piece so that its baseline runs from left to right. */
export function straighten(piece: Piece): Piece {
  if (piece.angle === 0) return piece;
  const radians = (piece.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { ...piece, x: piece.x * cos + piece.y * sin, y: piece.y * cos - piece.x * sin };
}
