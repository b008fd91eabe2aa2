import { toJpeg, whiteContext } from './canvas.ts'

/** A square part of a picture, selected by hand. */
export interface Crop {
  picture: ImageBitmap
  /** From 1, the largest possible square, to 4. */
  zoom: number
  /** Position of the square: 0 is the left or upper edge of the picture, 1 the right or lower edge. */
  x: number
  y: number
}

/** The largest square in the middle; undefined when this browser cannot decode the picture. */
export async function initialCrop(file: Blob): Promise<Crop | undefined> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return { picture, zoom: 1, x: 0.5, y: 0.5 }
  } catch {
    return undefined
  }
}

/** The square in pixels of the picture. */
function squareOf({ picture, zoom, x, y }: Crop) {
  const side = Math.min(picture.width, picture.height) / zoom
  return { side, left: (picture.width - side) * x, top: (picture.height - side) * y }
}

/** The crop after dragging the picture; `right` and `down` are fractions of the visible square. */
export function moveCrop(crop: Crop, right: number, down: number): Crop {
  const { side } = squareOf(crop)
  const moved = (position: number, room: number, by: number) =>
    room === 0 ? position : Math.min(1, Math.max(0, position - (by * side) / room))
  return {
    ...crop,
    x: moved(crop.x, crop.picture.width - side, right),
    y: moved(crop.y, crop.picture.height - side, down),
  }
}

export function drawCrop(canvas: HTMLCanvasElement, crop: Crop): void {
  const { left, top, side } = squareOf(crop)
  whiteContext(canvas)?.drawImage(
    crop.picture,
    left,
    top,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  )
}

/** The square as a JPEG of at most 800 by 800 pixels. */
export async function cropToJpeg(crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const side = Math.max(1, Math.min(800, Math.round(squareOf(crop).side)))
  canvas.width = side
  canvas.height = side
  drawCrop(canvas, crop)
  return toJpeg(canvas, 0.9)
}
