const longestSide = 2400
const lightEnough = 1.2 * 1024 * 1024

/** A photo full of detail is written again, a little coarser, until a phone's line can carry it. */
const qualities = [0.85, 0.7, 0.5]
const heaviest = 2 * 1024 * 1024

/**
 * A large photo becomes an upright JPEG that a phone's line can carry; a light one, and one that
 * this browser cannot read, stays as it is.
 */
export async function shrinkPhoto(photo: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' })
    try {
      const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
      if (scale === 1 && photo.size < lightEnough) return photo
      const smaller = await draw(picture, scale)
      return smaller.size < photo.size ? smaller : photo
    } finally {
      picture.close()
    }
  } catch {
    return photo
  }
}

async function draw(picture: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser does not draw')
  // A JPEG knows no transparency: what was see-through becomes paper, not black.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  let drawn: Blob | null = null
  for (const quality of qualities) {
    drawn = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', quality)
    })
    if (drawn && drawn.size < heaviest) break
  }
  canvas.width = 0
  if (!drawn) throw new Error('This browser does not write JPEG')
  return drawn
}
