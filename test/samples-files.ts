/** Small real files of every kind a form takes, each with content of its own. */
import sharp from 'sharp'

/** A picture of one colour; `seed` makes it another one. */
const picture = (seed: number, width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: seed % 256, g: (seed * 7) % 256, b: (seed * 31) % 256 },
    },
  })

interface Size {
  width?: number
  height?: number
}

export const jpegPhoto = (seed = 1, { width = 64, height = 48 }: Size = {}): Promise<Buffer> =>
  picture(seed, width, height).jpeg().toBuffer()

export const pngPhoto = (seed = 1, { width = 64, height = 48 }: Size = {}): Promise<Buffer> =>
  picture(seed, width, height).png().toBuffer()

export const gifPhoto = (seed = 1, { width = 64, height = 48 }: Size = {}): Promise<Buffer> =>
  picture(seed, width, height).gif().toBuffer()

/** A PDF of one page that shows a line of text, with a true table of its objects. */
export function plainPdf(words = 'Certificate of incorporation'): Buffer {
  const text = words.replace(/[\\()]/g, '\\$&')
  const stream = `BT /F1 18 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'
  const places = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}
