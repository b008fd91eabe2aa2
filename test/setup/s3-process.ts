/**
 * The S3 server of the tests, started by s3-server.ts: folder, bucket, port. s3rver does not compare
 * signatures, so a server before it does.
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { hasValidSignature } from './s3-signature.ts'

const secret = 'S3RVER'
const [directory = '', bucket = '', port] = process.argv.slice(2)

const s3 = new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory,
  silent: true,
  configureBuckets: [{ name: bucket, configs: [] }],
})
const { port: storePort } = await s3.run()
// The folder stays, because another request may be about to write into it; s3rver removes empty ones.
s3.store.deleteObject = async (ofBucket, key) => {
  for (const resource of ['object', 'object.md5', 'metadata.json'])
    rmSync(s3.store.getResourcePath(ofBucket, key, resource), { force: true })
}

const server = createServer(async (incoming, outgoing) => {
  const body = await buffer(incoming).catch(() => undefined)
  if (!body) return
  if (!hasValidSignature(incoming, body, secret)) {
    outgoing.writeHead(403, { 'Content-Type': 'application/xml' })
    outgoing.end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    return
  }
  const { method, url, headers } = incoming
  const forwarded = send({ host: '127.0.0.1', port: storePort, method, path: url, headers })
  forwarded.once('response', (answer) => {
    // Node's own header has the time of the machine; clients set their clock by it.
    const date = new Date().toUTCString()
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, date })
    answer.pipe(outgoing)
  })
  forwarded.once('error', () => outgoing.destroy())
  outgoing.once('close', () => forwarded.destroy())
  forwarded.end(body)
})
server.listen(Number(port), '127.0.0.1')
await once(server, 'listening')
const address = server.address()
process.on('disconnect', () => {
  rmSync(directory, { recursive: true, force: true })
  process.exit()
})
process.send?.(typeof address === 'object' ? address?.port : 0)
