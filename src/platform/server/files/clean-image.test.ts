import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fitHeight } from './clean-image.ts'

const box = { height: 72, maxWidth: 240 }

/** A red image. */
const image = (width: number, height: number, type: 'png' | 'jpeg') =>
  sharp({ create: { width, height, channels: 3, background: '#c00' } })
    .toFormat(type)
    .toBuffer()

test.each<{ size: [number, number]; type?: 'jpeg'; width: number; shown: [number, number] }>([
  { size: [300, 300], width: 72, shown: [72, 72] },
  { size: [100, 400], width: 18, shown: [18, 72] },
  { size: [1000, 300], width: 240, shown: [240, 72] },
  { size: [1200, 120], width: 240, shown: [240, 24] },
  { size: [1200, 120], type: 'jpeg', width: 240, shown: [240, 24] },
  { size: [4000, 100], width: 240, shown: [240, 6] },
  { size: [20, 10], width: 144, shown: [144, 72] },
])('an image of $size is 72 high, not distorted: $shown', async ({ size, type, width, shown }) => {
  const fitted = await fitHeight(await image(...size, type ?? 'png'), box)
  const { format, ...metadata } = await sharp(fitted).metadata()
  expect([format, metadata.width, metadata.height]).toEqual(['png', width, 72])
  const { info } = await sharp(fitted).ensureAlpha().trim().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual(shown)
})
