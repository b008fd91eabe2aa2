/** Sends application forms without a browser: one multipart request with real files. */
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import sharp from 'sharp'
import type { Answer } from './api-client.ts'

export interface Part {
  field: string
  value: string | { name: string; type: string; bytes: Buffer }
}

/** A photo of random pixels: about 3 bytes for 4 pixels, because noise does not compress. */
export const noisePhoto = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()

/** A PDF of one page; `padding` is the number of bytes added as comments in its content stream. */
export function plainPdf(padding = 0): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
  ]
  const chunks: Buffer[] = []
  const offsets: number[] = []
  let at = 0
  const add = (chunk: Buffer | string) => {
    const bytes = Buffer.from(chunk as string)
    chunks.push(bytes)
    at += bytes.length
  }
  add('%PDF-1.4\n')
  objects.forEach((object, index) => {
    offsets.push(at)
    add(`${index + 1} 0 obj\n${object}\nendobj\n`)
  })
  offsets.push(at)
  const text = Buffer.alloc(padding, '% a comment in the content stream\n')
  add(`4 0 obj\n<< /Length ${text.length} >>\nstream\n`)
  add(text)
  add('\nendstream\nendobj\n')
  const table = at
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  add(`xref\n0 5\n0000000000 65535 f \n${rows}trailer\n<< /Size 5 /Root 1 0 R >>\n`)
  add(`startxref\n${table}\n%%EOF\n`)
  return Buffer.concat(chunks)
}

const address = 'Plot 14, MIDC Bhosari, Pune 411026'

/** The fields of an OEM application (contract 3) and these files. */
function oemParts(email: string, files: Part[]): Part[] {
  const fields = {
    type: 'oem',
    name: 'Asha Patil',
    email,
    companyName: `Teak ${email.split('@')[0]}`,
    whatsappNumber: '+91 98765 43210',
    websiteUrl: '',
    address,
    factoryAddress: address,
    certificatePostalAddress: address,
    referenceBy: 'Ravi Kumar',
    servicesProducts: 'Wardrobes and kitchen shutters',
    companyDescription: 'Makes panel furniture since 1998',
    socialMediaLinks: '',
    ageSex: '44 / F',
    designation: 'Managing Partner',
    yearOfIncorporation: '1998',
    totalEmployees: '60',
  }
  return [...Object.entries(fields).map(([field, value]) => ({ field, value })), ...files]
}

/** The required files of an OEM application. */
export const oemFiles = (photo: Buffer, paper: Buffer): Part[] => [
  { field: 'memberPhoto', value: { name: 'asha.jpg', type: 'image/jpeg', bytes: photo } },
  {
    field: 'incorporationCertificate',
    value: { name: 'certificate.pdf', type: 'application/pdf', bytes: paper },
  },
  { field: 'companyPanCard', value: { name: 'pan.pdf', type: 'application/pdf', bytes: paper } },
  { field: 'factoryMachineryPhotos', value: { name: '1.jpg', type: 'image/jpeg', bytes: photo } },
  { field: 'factoryMachineryPhotos', value: { name: '2.jpg', type: 'image/jpeg', bytes: photo } },
]

export interface Multipart {
  type: string
  bytes: Buffer
}

export function multipart(parts: readonly Part[]): Multipart {
  const boundary = `----form${randomBytes(12).toString('hex')}`
  const chunks = parts.flatMap(({ field, value }) => {
    const begin = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"`
    if (typeof value === 'string') return [Buffer.from(`${begin}\r\n\r\n${value}\r\n`)]
    const head = `${begin}; filename="${value.name}"\r\nContent-Type: ${value.type}\r\n\r\n`
    return [Buffer.from(head), value.bytes, Buffer.from('\r\n')]
  })
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

let clients = 0

/** A new client IP address at each call, for a portal that trusts one proxy. */
export const nextClientAddress = (): string => {
  clients += 1
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
}

/** The application of an OEM with these files. */
export const oemForm = (email: string, files: Part[]): Multipart =>
  multipart(oemParts(email, files))

/**
 * Sends a form. With `cutAt` the connection is closed after so many bytes, and the result is undefined.
 * Rejects when the response is incomplete.
 */
export function send(
  url: string,
  path: string,
  form: Multipart,
  options: { cutAt?: number; headers?: Record<string, string>; timeoutMs?: number } = {},
): Promise<Answer | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': form.type,
      'Content-Length': String(form.bytes.length),
      'X-Forwarded-For': nextClientAddress(),
      ...options.headers,
    }
    const outgoing = request({ hostname, port, method: 'POST', path, headers, agent: false })
    outgoing.setTimeout(options.timeoutMs ?? 60_000, () =>
      outgoing.destroy(new Error(`${path}: no answer`)),
    )
    if (options.cutAt !== undefined) {
      outgoing.on('error', () => {})
      outgoing.on('close', () => resolve(undefined))
      outgoing.write(form.bytes.subarray(0, options.cutAt), () => outgoing.destroy())
      return
    }
    outgoing.on('error', reject)
    outgoing.on('response', async (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({
          status: response.statusCode ?? 0,
          rawHeaders: response.rawHeaders,
          location: response.headers.location,
          text: bytes.toString('utf8'),
          bytes,
        })
      })
    })
    outgoing.end(form.bytes)
  })
}
