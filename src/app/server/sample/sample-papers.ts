/** The files of the sample association: drawn pictures and real PDFs, so that they open like uploaded ones. */
import type { DrawnPaper, Firm } from '#features/applications/server/sample.ts'

/** The files that the form of this firm requires. */
export async function drawPapers(
  { type, company, name }: Firm,
  seed: number,
): Promise<DrawnPaper[]> {
  const bytes = await portraitOf(seed)
  const portrait = { kind: 'memberPhoto', name: `${name}.jpg`, bytes } as const
  if (type === 'vendor') return [portrait]
  const page = (kind: DrawnPaper['kind'], title: string) => ({
    kind,
    name: `${title}.pdf`,
    bytes: pdfOf([title, company, 'A sample: this paper belongs to nobody.']),
  })
  return [
    portrait,
    page('incorporationCertificate', 'Certificate of Incorporation'),
    page('companyPanCard', 'Permanent Account Number'),
    { kind: 'factoryMachineryPhotos', name: 'Hall.jpg', bytes: await hallOf(seed) },
    ...(seed === 0 ? [page('businessCard', 'Business Card'), await pressOf(seed)] : []),
  ]
}

type Colour = readonly [number, number, number]

const warm: readonly [Colour, ...Colour[]] = [
  [188, 108, 72],
  [92, 126, 98],
  [170, 140, 84],
  [96, 110, 150],
  [150, 96, 120],
  [70, 130, 140],
  [120, 120, 70],
]

const at = <Item>(items: readonly [Item, ...Item[]], index: number): Item =>
  items[index % items.length] ?? items[0]

const colour = (index: number): Colour => at(warm, index)

const skins: readonly [Colour, ...Colour[]] = [
  [222, 180, 146],
  [186, 136, 102],
  [158, 110, 80],
  [206, 158, 122],
]

const hairs: readonly [Colour, ...Colour[]] = [
  [40, 32, 30],
  [74, 54, 44],
  [30, 28, 32],
  [138, 134, 130],
]

/** A drawn portrait: face, hair and shoulders in front of a pale wall, lit from the left. */
const portraitOf = (seed: number): Promise<Buffer> => {
  const hasLongHair = seed % 2 === 0
  const wall = mixed(colour(seed), [240, 236, 230], 0.72)
  return paint(160, 200, (x, y) => {
    const fromMiddle = Math.abs(x - 0.5)
    const isFace = Math.hypot(fromMiddle * 1.3, y - 0.42) < 0.2
    const isBelowHairline = y > 0.31 + 0.3 * fromMiddle
    const isHair =
      Math.hypot(fromMiddle * 1.1, y - 0.38) < 0.22 && (y < 0.42 || (hasLongHair && y < 0.6))
    if (isFace && isBelowHairline) return lit(at(skins, seed), 1.08 - 0.3 * (x - 0.35))
    if (isHair) return lit(at(hairs, seed + (seed >> 1)), 1.2 - 0.4 * x)
    if (fromMiddle < 0.07 && y > 0.5 && y < 0.7) return lit(at(skins, seed), 0.86)
    if (Math.hypot(fromMiddle * 1.1, y - 1.04) < 0.42) return lit(colour(seed + 3), 1.1 - 0.3 * x)
    return lit(wall, 1.05 - 0.12 * x)
  })
}

/** A drawn logo: one of four marks, light on a plate of the colour of the firm. */
export const logoOf = (seed: number): Promise<Buffer> => {
  const plate = lit(colour(seed), 0.8)
  const isMark = at(marks, seed)
  return paint(120, 120, (x, y) => (isMark(x, y) ? paper : plate))
}

const paper: Colour = [250, 247, 242]

type Mark = (x: number, y: number) => boolean

const isInside = (x: number, y: number): boolean =>
  Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) < 0.3

/** A stack of boards, the rings of a trunk, a half-filled frame, a dovetail key. */
const marks: readonly [Mark, ...Mark[]] = [
  (x, y) => isInside(x, y) && ((y - 0.2) * 10) % 2.4 < 1.2,
  (x, y) => {
    const radius = Math.hypot(x - 0.5, y - 0.5)
    return radius < 0.32 && (radius * 20) % 2.6 < 1.3
  },
  (x, y) =>
    isInside(x, y) && !(isInside((x - 0.5) * 1.45 + 0.5, (y - 0.5) * 1.45 + 0.5) && x < 0.52),
  (x, y) => isInside(x, y) && Math.abs(x - 0.5) < 0.08 + 0.36 * Math.abs(y - 0.5),
]

const mixed = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

/** A factory hall with machines in a row. */
const hallOf = (seed: number): Promise<Buffer> =>
  paint(220, 148, (x, y) => {
    const column = (x * 3) % 1
    if (y > 0.35 && y < 0.78 && column > 0.2 && column < 0.8)
      return lit(colour(seed + Math.floor(x * 3)), y < 0.42 ? 1.3 : 0.85)
    return y > 0.7 ? lit([150, 145, 138], 1.5 - y * 0.7) : lit([226, 221, 210], 0.8 + 0.25 * y)
  })

const lit = ([r, g, b]: Colour, light: number): Colour => [r * light, g * light, b * light]

const pressOf = async (seed: number): Promise<DrawnPaper> => ({
  kind: 'factoryMachineryPhotos',
  name: 'Press.jpg',
  bytes: await hallOf(seed + 5),
})

const scale = 2

/** Draws point by point and enlarges the picture, which needs no fonts and no vector format. */
async function paint(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour,
): Promise<Buffer> {
  const pixels = new Uint8ClampedArray(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.set(colourAt(x / width, y / height), (y * width + x) * 3)
  const { default: sharp } = await import('sharp')
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(width * scale, height * scale)
    .blur(1)
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** A PDF of one page with these lines of text and a valid cross-reference table. */
export function pdfOf(lines: readonly string[]): Buffer {
  const text = lines
    .map((line) => `(${line.replace(/[^ -~]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj 0 -32 Td`)
    .join('\n')
  const stream = `BT /F1 18 Tf 72 720 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const entries = objects.map((object, index) => {
    const offset = String(body.length).padStart(10, '0')
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${offset} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}
