/** Files in an S3-compatible storage. Import it only where FILES_URL is set: the SDK is heavy. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Refusal } from '#shared/refusal.ts'
import type { Log } from '../log.ts'
import type { S3Location } from './files-url.ts'
import type { Storage, StoredBytes } from './storage.ts'

const tries = 3

const silent = () => {}
/** What fails is said once, in our own log. */
const quiet = { trace: silent, debug: silent, info: silent, warn: silent, error: silent }

/** `page` is how many names one listing asks for. */
export function s3Storage(place: S3Location, log: Log, page = 1000): Storage {
  const { bucket: Bucket, prefix } = place
  const client = new S3Client({
    region: place.region,
    ...(place.endpoint && { endpoint: place.endpoint, forcePathStyle: true }),
    ...(place.credentials && { credentials: place.credentials }),
    // Checksums beyond the signature are Amazon's own; others refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: tries,
    logger: quiet,
    requestHandler: {
      connectionTimeout: 5000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
    },
  })
  const at = (name: string) => ({ Bucket, Key: prefix + name })
  const asked = <Answer>(work: () => Promise<Answer>) => inWords(work, log)

  const put = async (name: string, path: string) => {
    const { size } = await stat(path)
    await again(async () => {
      // A stream is read once: each try gets its own, which the SDK cannot do.
      const Body = createReadStream(path)
      try {
        await client.send(new PutObjectCommand({ ...at(name), Body, ContentLength: size }))
      } finally {
        Body.destroy()
      }
    })
  }
  const read = async (name: string) => {
    const { Body } = await client.send(new GetObjectCommand(at(name)))
    return Body && Buffer.from(await Body.transformToByteArray())
  }
  return {
    put: (name, path) => asked(() => put(name, path)),
    read: (name) => asked(() => read(name).catch(orUndefined)),
    remove: (name) => asked(() => client.send(new DeleteObjectCommand(at(name))).then(() => {})),
    list: async function* (): AsyncIterable<StoredBytes> {
      let from: string | undefined
      do {
        const question = { Bucket, Prefix: prefix, MaxKeys: page, ContinuationToken: from }
        const part = await asked(() => client.send(new ListObjectsV2Command(question)))
        for (const { Key = '', LastModified } of part.Contents ?? [])
          if (LastModified) yield { name: Key.slice(prefix.length), at: LastModified }
        from = part.IsTruncated ? part.NextContinuationToken : undefined
      } while (from !== undefined)
    },
    check: () =>
      asked(async () => {
        const probe = new PutObjectCommand({ ...at('.probe'), Body: '', ContentLength: 0 })
        await client.send(probe, { abortSignal: AbortSignal.timeout(5000) })
      }),
  }
}

async function again(work: () => Promise<void>): Promise<void> {
  for (let count = 1; ; count++) {
    try {
      return await work()
    } catch (error) {
      if (count === tries || (statusOf(error) ?? 500) < 500) throw error
      await sleep(100 * 4 ** count)
    }
  }
}

/** Whatever the storage has against us is written down, and said to people without its details. */
async function inWords<Answer>(work: () => Promise<Answer>, log: Log): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: error }, 'the storage of files')
    throw new Refusal('unavailable', reasonOf(error), { retryAfter: 5 })
  }
}

function reasonOf(error: unknown): string {
  if (nameOf(error) === 'NoSuchBucket') return 'The storage of files does not have our bucket'
  const status = statusOf(error)
  if (status === 401 || status === 403) return 'The storage of files refuses our key'
  if (nameOf(error) === 'CredentialsProviderError')
    return 'There is no key for the storage of files'
  return 'The storage of files does not answer; please try again in a moment'
}

function orUndefined(error: unknown): undefined {
  if (nameOf(error) === 'NoSuchKey') return undefined
  throw error
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** The HTTP status of the storage's answer; undefined when there was none. */
function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode
}
