import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface S3Server {
  /** For FILES_URL: a new prefix at each call, all in one bucket. */
  location: () => string
  /** The folder of the stored objects. */
  folder: string
  port: number
  stop: () => Promise<void>
}

export const s3Bucket = 'portal-test'

/**
 * An S3 server on a free port of 127.0.0.1, in a process of its own that ends with this one, even by a
 * crash, and deletes its folder. It has one key, S3RVER with the secret S3RVER, and checks signatures.
 */
export async function startS3Server(port = 0): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-s3-'))
  const child = fork(join(import.meta.dirname, 's3-process.ts'), [folder, s3Bucket, String(port)], {
    // s3rver encrypts its continuation tokens with a cipher that OpenSSL 3 has only in its legacy provider.
    execArgv: ['--openssl-legacy-provider', '--no-deprecation'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const actualPort = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('error', reject)
    child.once('close', () =>
      reject(new Error('The S3 server for the tests exited during its start')),
    )
  })
  child.channel?.unref()
  child.unref()
  return {
    location: () => {
      const prefix = `${randomBytes(6).toString('hex')}/papers`
      const endpoint = encodeURIComponent(`http://127.0.0.1:${actualPort}`)
      return `s3://S3RVER:S3RVER@${s3Bucket}/${prefix}?endpoint=${endpoint}&region=ap-south-1`
    },
    folder,
    port: actualPort,
    stop: async () => {
      child.ref()
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
