/** Checks the signature (AWS Signature Version 4) of a request to the S3 server of the tests. */
import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

/** True when the holder of the secret signed the method, the address, the headers and the body. */
export function hasValidSignature(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  secret: string,
): boolean {
  const stated = headers.authorization?.match(
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/,
  )
  const [, scope = '', names = '', signature] = stated ?? []
  const bodyHash = String(headers['x-amz-content-sha256'])
  if (!names.split(';').includes('host')) return false
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(body)) return false
  const [path = '', query = ''] = url.split('?')
  const sortedQuery = query.split('&').filter(Boolean).toSorted().join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = [method, path, sortedQuery, signed.join(''), names, bodyHash].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((parent, part) => hmac(parent, part), `AWS4${secret}`)
  return hmac(key, text).toString('hex') === signature
}
