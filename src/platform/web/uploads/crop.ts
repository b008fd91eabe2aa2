/** The square of a picture that is kept, chosen by hand: how near, and where. */
export interface Crop {
  picture: ImageBitmap
  /** From 1, the largest square there is, to 4. */
  zoom: number
  /** From 0, the left or upper edge, to 1. */
  x: number
  y: number
}

/** The largest square in the middle; undefined when this browser cannot read the picture. */
export async function initialCrop(file: Blob): Promise<Crop | undefined> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return { picture, zoom: 1, x: 0.5, y: 0.5 }
  } catch {
    return undefined
  }
}

/** The square of the picture, in its own pixels. */
export function squareOf({ picture, zoom, x, y }: Pick<Crop, 'zoom' | 'x' | 'y'> & Sized) {
  const side = Math.min(picture.width, picture.height) / zoom
  return { side, left: (picture.width - side) * x, top: (picture.height - side) * y }
}

interface Sized {
  picture: { width: number; height: number }
}

/** The crop moved by a part of what is in sight, as a finger or an arrow key moves the picture. */
export function moveCrop(crop: Crop, right: number, down: number): Crop {
  const { side } = squareOf(crop)
  const within = (at: number, room: number, by: number) =>
    room === 0 ? at : Math.min(1, Math.max(0, at - (by * side) / room))
  return {
    ...crop,
    x: within(crop.x, crop.picture.width - side, right),
    y: within(crop.y, crop.picture.height - side, down),
  }
}

export function drawCrop(canvas: HTMLCanvasElement, crop: Crop) {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const { left, top, side } = squareOf(crop)
  // A JPEG knows no transparency: what was see-through becomes paper, not black.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(crop.picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** The square as a JPEG of at most 800 pixels a side. */
export async function cropToJpeg(crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const side = Math.max(1, Math.min(800, Math.round(squareOf(crop).side)))
  canvas.width = side
  canvas.height = side
  drawCrop(canvas, crop)
  const drawn = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.9)
  })
  if (!drawn) throw new Error('This browser does not write JPEG')
  return drawn
}
