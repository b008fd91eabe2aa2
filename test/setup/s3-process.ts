/** The S3 server of the tests, started by s3-server.ts: folder, bucket, port. */
import { rmSync } from 'node:fs'
import S3rver from 's3rver'

const [directory = '', bucket = '', port] = process.argv.slice(2)

const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  directory,
  silent: true,
  configureBuckets: [{ name: bucket, configs: [] }],
})
const { port: actualPort } = await server.run()
process.on('disconnect', () => {
  rmSync(directory, { recursive: true, force: true })
  process.exit()
})
process.send?.(actualPort)
