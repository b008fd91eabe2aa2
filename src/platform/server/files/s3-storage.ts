/** Files in an S3-compatible storage. Import it only when FILES_URL is set: the SDK is large. */
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
import type { S3Location } from '../core/files-url.ts'
import type { Log } from '../core/log.ts'
import { type Contents, readsBack, type Storage, type StoredBytes } from './storage.ts'

const maxAttempts = 3

const silent = () => {}
/** Failures are logged once, by `translateErrors`. */
const silentLogger = { trace: silent, debug: silent, info: silent, warn: silent, error: silent }

/** The quarantine is a prefix below. `pageSize` is the number of names per list request. */
export function s3Storage(location: S3Location, log: Log, pageSize = 1000): Storage {
  const { bucket: Bucket, prefix } = location
  const client = openClient(location)
  const contents = (below: string) =>
    contentsAt({ client, log, pageSize, bucket: Bucket, prefix: prefix + below })
  return {
    ...contents(''),
    quarantine: contents('quarantine/'),
    check: () =>
      translateErrors(async () => {
        const options = { abortSignal: AbortSignal.timeout(5000) }
        const at = (name: string) => ({ Bucket, Key: prefix + name })
        const isKept = await readsBack({
          write: (name, Body) =>
            client.send(
              new PutObjectCommand({ ...at(name), Body, ContentLength: Body.length }),
              options,
            ),
          read: (name) => readObject(client, at(name), options).catch(orUndefined),
          remove: (name) => client.send(new DeleteObjectCommand(at(name)), options),
        })
        if (!isKept) throw new WriteNotStored()
      }, log),
  }
}

const openClient = (location: S3Location): S3Client =>
  new S3Client({
    region: location.region,
    ...(location.endpoint && { endpoint: location.endpoint, forcePathStyle: true }),
    ...(location.credentials && { credentials: location.credentials }),
    // Other providers than Amazon refuse checksums beyond the signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    logger: silentLogger,
    requestHandler: {
      connectionTimeout: 5000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
    },
  })

async function readObject(
  client: S3Client,
  at: { Bucket: string; Key: string },
  options?: { abortSignal: AbortSignal },
): Promise<Buffer | undefined> {
  const { Body } = await client.send(new GetObjectCommand(at), options)
  return Body && Buffer.from(await Body.transformToByteArray())
}

interface Prefix {
  client: S3Client
  log: Log
  pageSize: number
  bucket: string
  prefix: string
}

/** The objects directly below a prefix. */
function contentsAt({ client, log, pageSize, bucket: Bucket, prefix }: Prefix): Contents {
  const at = (name: string) => ({ Bucket, Key: prefix + name })
  const translated = <Result>(work: () => Promise<Result>) => translateErrors(work, log)
  const put = async (name: string, path: string) => {
    const { size } = await stat(path)
    await retry(async () => {
      // A stream can be read only once, so the SDK cannot retry it: each attempt opens its own.
      const Body = createReadStream(path)
      try {
        await client.send(new PutObjectCommand({ ...at(name), Body, ContentLength: size }))
      } finally {
        Body.destroy()
      }
    })
  }
  return {
    put: (name, path) => translated(() => put(name, path)),
    read: (name) => translated(() => readObject(client, at(name)).catch(orUndefined)),
    remove: (name) =>
      translated(() => client.send(new DeleteObjectCommand(at(name))).then(() => {})),
    list: async function* (): AsyncIterable<StoredBytes> {
      let from: string | undefined
      do {
        const request = { Bucket, Prefix: prefix, MaxKeys: pageSize, ContinuationToken: from }
        const page = await translated(() => client.send(new ListObjectsV2Command(request)))
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const name = Key.slice(prefix.length)
          if (LastModified && !name.includes('/')) yield { name, at: LastModified }
        }
        from = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (from !== undefined)
    },
  }
}

async function retry(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts || (statusOf(error) ?? 500) < 500) throw error
      await sleep(100 * 4 ** attempt)
    }
  }
}

/** Logs a failure with its details and throws a Refusal without them. */
async function translateErrors<Result>(work: () => Promise<Result>, log: Log): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: error }, 'file storage failed')
    throw new Refusal('unavailable', reasonOf(error), { retryAfter: 5 })
  }
}

/** The storage answers, but does not return what was written. */
class WriteNotStored extends Error {
  override readonly name = 'WriteNotStored'
}

const reasons: Record<string, string> = {
  WriteNotStored:
    'The file storage does not return what was written to it: its address may be that of another program',
  NoSuchBucket: 'The file storage does not have the configured bucket',
  RequestTimeTooSkewed:
    'The clock of this machine is off: the file storage refuses its time. Set the clock',
  XMinioStorageFull: 'The file storage is full',
  CredentialsProviderError: 'No key is configured for the file storage',
}

function reasonOf(error: unknown): string {
  const reason = reasons[nameOf(error)]
  if (reason) return reason
  const region = regionIn(error)
  if (region) return `The file storage expects the region ${region}: write region=${region}`
  const status = statusOf(error)
  if (status === 401 || status === 403) return 'The file storage rejected the configured key'
  return 'The file storage is not responding; please try again in a moment'
}

/** The region that a refusal names, in the ways of Amazon and of others. */
function regionIn(error: unknown): string | undefined {
  if (!(error instanceof Error) || !/^(30[127]|40[03])$/.test(`${statusOf(error)}`))
    return undefined
  // Trust boundary: the SDK adds the elements of the answer to the error.
  const { Region, Endpoint, $response } = error as Error & {
    Region?: unknown
    Endpoint?: unknown
    $response?: { headers?: Record<string, string> }
  }
  return [
    Region,
    $response?.headers?.['x-amz-bucket-region'],
    error.message.match(/expecting '([^']+)'/)?.[1],
    String(Endpoint).match(/\bs3[.-]([a-z\d-]+)\.amazonaws\.com/)?.[1],
  ]
    .map(String)
    .find((name) => name !== 'undefined' && /^[a-z][a-z\d-]{1,30}$/.test(name))
}

function orUndefined(error: unknown): undefined {
  if (nameOf(error) === 'NoSuchKey') return undefined
  throw error
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** The HTTP status of the response; undefined when there was none. */
function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode
}
