import { toJpeg, whiteContext } from './canvas.ts'

const maxSide = 2400

/** A photo of at most `maxSide` pixels and fewer bytes than this is sent as it is. */
const smallBytes = 1.2 * 1024 * 1024

/** The lower JPEG qualities are tried in turn while the file is not smaller than `targetBytes`. */
const quality = 0.85
const lowerQualities = [0.7, 0.5]
const targetBytes = 2 * 1024 * 1024

/**
 * Turns a large photo into an upright JPEG that a mobile connection can carry. Returns the photo itself
 * when it is small already or this browser cannot decode it.
 */
export async function shrinkPhoto(photo: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' })
    try {
      const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
      if (scale === 1 && photo.size < smallBytes) return photo
      const smaller = await encode(picture, scale)
      return smaller.size < photo.size ? smaller : photo
    } finally {
      picture.close()
    }
  } catch {
    return photo
  }
}

async function encode(picture: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = whiteContext(canvas)
  if (!context) throw new Error('This browser cannot draw on a canvas')
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  let jpeg = await toJpeg(canvas, quality)
  for (const lower of lowerQualities) {
    if (jpeg.size < targetBytes) break
    jpeg = await toJpeg(canvas, lower)
  }
  // Frees the memory of the canvas at once.
  canvas.width = 0
  return jpeg
}
