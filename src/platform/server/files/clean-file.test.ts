import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { FileKind } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import { hostileFiles, payload } from '#test/files/hostile-files.ts'
import { pngWithSize } from '#test/files/hostile-images.ts'
import { isUpright, metadataIn, orientations, photoOf, secretMarker } from '#test/files/photos.ts'
import { gifPhoto, jpegPhoto, plainPdf, pngPhoto } from '#test/files/sample-files.ts'
import { cleanFile } from './clean-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-clean-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

/** Cleans the bytes as a file of this kind. */
async function clean(bytes: Buffer, kind: FileKind) {
  const path = join(folder, 'sent')
  writeFileSync(path, bytes)
  const { type, size, small, path: cleanPath } = await cleanFile(path, kind, { visitor: 'test' })
  return {
    type,
    size,
    bytes: readFileSync(cleanPath),
    small: small && readFileSync(small.path),
  }
}

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 80 },
    },
  })

describe.each(['jpeg', 'png'] as const)('a %s photo', (type) => {
  test.each(orientations)('in orientation %i is stored upright and without metadata', async (n) => {
    const photo = await photoOf(type, n)
    expect(photo.includes(secretMarker)).toBe(true)
    expect((await sharp(photo).metadata()).orientation).toBe(n)
    const stored = await clean(photo, 'memberPhoto')
    expect(stored.type).toBe(type)
    for (const bytes of [stored.bytes, stored.small ?? Buffer.alloc(0)]) {
      expect(metadataIn(bytes)).toEqual([])
      expect(await isUpright(bytes)).toBe(true)
    }
  })
})

test('the metadata check recognises a photo that is not cleaned', async () => {
  expect(metadataIn(await photoOf('jpeg', 6))).toEqual([
    'the secret marker',
    'ffe1',
    'ffe1',
    'ffed',
    'fffe',
  ])
  expect(metadataIn(await photoOf('png', 6))).toContain('eXIf')
  expect(
    await isUpright(
      await sharp(await photoOf('png', 6))
        .png()
        .toBuffer(),
    ),
  ).toBe(false)
})

test.each<[FileKind, number, number | undefined]>([
  ['memberPhoto', 1200, 320],
  ['logo', 1200, 320],
  ['factoryMachineryPhotos', 3000, 320],
  ['incorporationCertificate', 3000, undefined],
  ['companyPanCard', 3000, undefined],
  ['businessCard', 3000, undefined],
])('a large %s is stored %i pixels wide, with a small version of %s', async (kind, side, small) => {
  const stored = await clean(await jpegPhoto(1, { width: 3200, height: 2400 }), kind)
  expect(await sharp(stored.bytes).metadata()).toMatchObject({ width: side, height: side * 0.75 })
  expect(stored.small && (await sharp(stored.small).metadata()).width).toBe(small)
})

test('a small image is not enlarged', async () => {
  const stored = await clean(await pngPhoto(), 'logo')
  expect(await sharp(stored.bytes).metadata()).toMatchObject({
    width: 64,
    height: 48,
    format: 'png',
  })
  expect(await sharp(stored.small).metadata()).toMatchObject({ width: 64, height: 48 })
})

test('an animation is stored as a PNG of its first frame', async () => {
  const frames = Buffer.alloc(20 * 20 * 10 * 3)
  const gif = await sharp(frames, { raw: { width: 20, height: 200, channels: 3, pageHeight: 20 } })
    .gif({ delay: Array(10).fill(100) })
    .toBuffer()
  const stored = await clean(gif, 'memberPhoto')
  expect(stored.type).toBe('png')
  expect(await sharp(stored.bytes).metadata()).toMatchObject({
    width: 20,
    height: 20,
    format: 'png',
  })
})

test('an image in another colour space is converted to sRGB', async () => {
  const wide = await sharp(await jpegPhoto())
    .withIccProfile('p3')
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer()
  const stored = await clean(wide, 'businessCard')
  expect(await sharp(stored.bytes).metadata()).toMatchObject({ space: 'srgb', hasProfile: false })
})

test('a PDF is stored unchanged', async () => {
  expect((await clean(plainPdf(), 'companyPanCard')).bytes).toEqual(plainPdf())
})

test.each(['\r\n', '\xef\xbb\xbf', '\0 \t'])(
  'a PDF is stored without %j before its header',
  async (before) => {
    const sent = Buffer.concat([Buffer.from(before, 'latin1'), plainPdf()])
    expect(await clean(sent, 'companyPanCard')).toMatchObject({
      bytes: plainPdf(),
      size: plainPdf().length,
    })
  },
)

describe.each([false, true])('a JPEG, progressive: %s', (progressive) => {
  // The same pixels in each run: with others, a cut may fall between two scans, where a smaller picture is whole.
  const pixels = Uint8Array.from({ length: 90 * 60 * 3 }, (_, at) => (at * at * 7919) >> 5)
  const photo = () =>
    sharp(pixels, { raw: { width: 90, height: 60, channels: 3 } })
      .jpeg({ progressive })
      .toBuffer()

  test.each([1, 2])('is whole without the last %i bytes, its end', async (count) => {
    const whole = await photo()
    const stored = await clean(whole.subarray(0, -count), 'memberPhoto')
    expect(stored.bytes).toEqual((await clean(whole, 'memberPhoto')).bytes)
  })

  test.each([3, 10, 1000])('is damaged without the last %i bytes', async (count) => {
    await expect(clean((await photo()).subarray(0, -count), 'memberPhoto')).rejects.toThrow(damaged)
    expect(readdirSync(folder)).toEqual(['sent'])
  })
})

test('a PNG that would be too large is stored as JPEG', async () => {
  const larger = await noise(2400, 2400).jpeg({ quality: 30 }).toBuffer()
  const asPng = await sharp(larger).png().toBuffer()
  const card = await clean(asPng, 'businessCard')
  expect(card.type).toBe('jpeg')
  expect(card.size).toBeLessThan(10 * 1024 * 1024)
  // Six million pixels of noise are slow to encode while other tests run.
})

const damaged = 'This image is damaged; please choose another'
const tooMany = /^This image is too large; /

describe('a file that is refused without leaving another file behind', () => {
  const halfOf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
  test.each<[string, FileKind, () => Promise<Buffer>, string | RegExp]>([
    [
      'half a JPEG',
      'memberPhoto',
      async () => halfOf(await noise(200, 200).jpeg().toBuffer()),
      damaged,
    ],
    [
      'half a PNG',
      'memberPhoto',
      async () => halfOf(await noise(200, 200).png().toBuffer()),
      damaged,
    ],
    [
      'half a GIF',
      'memberPhoto',
      async () => halfOf(await noise(200, 200).gif().toBuffer()),
      damaged,
    ],
    ['half a GIF of one colour', 'logo', async () => halfOf(await gifPhoto()), damaged],
    ['a JPEG of three bytes', 'logo', async () => Buffer.from([0xff, 0xd8, 0xff]), damaged],
    ['a PNG of 256 megapixels', 'memberPhoto', async () => pngWithSize(16_000, 16_000), tooMany],
    [
      'a PNG of 25 megapixels with 16 bits',
      'logo',
      async () => pngWithSize(5000, 5000, { bits: 16, colour: 6 }),
      /too large for its colour format; please save it as 8-bit RGB/,
    ],
    [
      'a JPEG of 10,001 pixels a side',
      'memberPhoto',
      () => jpegPhoto(1, { width: 10_001, height: 1 }),
      tooMany,
    ],
    [
      'a GIF for a document',
      'businessCard',
      () => gifPhoto(),
      'This is a GIF picture. Open it, save it as JPG or PNG and choose that',
    ],
    [
      'a PDF for a photo',
      'memberPhoto',
      async () => plainPdf(),
      'This is a PDF. Please choose a JPG, PNG or GIF file',
    ],
    [
      'a drawing of SVG',
      'logo',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'This is an SVG drawing. Open it, save it as JPG or PNG and choose that',
    ],
    ['nothing', 'logo', async () => Buffer.alloc(0), 'Please choose a JPG, PNG or GIF file'],
  ])('is %s (%s)', async (_case, kind, make, message) => {
    await expect(clean(await make(), kind)).rejects.toThrow(message)
    expect(readdirSync(folder)).toEqual(['sent'])
  })
})

test.each(
  (await hostileFiles()).map((file) => ({
    ...file,
    refused: file.mustRefuse ? 'refused' : 'safe',
  })),
)('$what, sent as $name, is $refused', async ({ bytes, name, mustRefuse }) => {
  const stored = clean(bytes, name.endsWith('.pdf') ? 'companyPanCard' : 'memberPhoto')
  if (mustRefuse) {
    await expect(stored).rejects.toThrow(Refusal)
    return
  }
  const picture = (await stored).bytes
  expect(picture.includes(payload)).toBe(false)
  expect(metadataIn(picture)).toEqual([])
  await sharp(picture, { failOn: 'warning' }).stats()
})

test('a disk error is not reported as a damaged image', async () => {
  writeFileSync(join(folder, 'sent'), await jpegPhoto())
  rmSync(join(folder, 'sent'))
  await expect(cleanFile(join(folder, 'sent'), 'logo', { visitor: 'test' })).rejects.toThrow(
    'ENOENT',
  )
  expect(existsSync(join(folder, 'sent.clean'))).toBe(false)
})
