/** A piece of text and its position on the page. Units are points; y grows upwards. */
export interface Piece {
  readonly text: string;
  /** Start of the baseline. */
  readonly x: number;
  readonly y: number;
  /** Along the baseline. */
  readonly width: number;
  readonly size: number;
  /** Direction of the baseline in degrees, 0 to 359, counter-clockwise. */
  readonly angle: number;
  readonly rtl: boolean;
  /** Written from top to bottom; `x` and `y` are the top of its first letter. */
  readonly isVertical?: boolean;
  /** A space was drawn immediately before this piece. */
  readonly hasSpaceBefore: boolean;
  readonly order: number;
}

/** Rotates a piece so that its baseline is horizontal, from left to right. */
export function straighten(piece: Piece): Piece {
  if (piece.angle === 0) return piece;
  const radians = (piece.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { ...piece, x: piece.x * cos + piece.y * sin, y: piece.y * cos - piece.x * sin };
}
