/** Sends application forms without a browser: one multipart request with real files. */
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import sharp from 'sharp'
import { oemFields } from '../portal/applications.ts'
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
export function oemForm(email: string, files: Part[]): Multipart {
  const fields = { ...oemFields, email, companyName: `Teak ${email.split('@')[0]}` }
  return multipart([
    ...Object.entries(fields).map(([field, value]) => ({ field, value })),
    ...files,
  ])
}

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
