/** Parses FILES_URL: an S3-compatible storage as s3://bucket/prefix?endpoint=…&region=… (contract 10.2). */

import { decodePart, parseUrl } from '#shared/links.ts'
import { unescapedCharacters } from './url-setting.ts'

export interface S3Location {
  bucket: string
  /** Prepended to every name; empty, or ends with a slash. */
  prefix: string
  /** undefined: Amazon S3 of the region. */
  endpoint: string | undefined
  region: string
  /** undefined to use the default sources of the AWS SDK (environment, shared files, the machine's role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

const shape = 's3://bucket/prefix?endpoint=https://…&region=…'

/** The location, or a sentence with the problem. It never repeats the value, which may hold a secret. */
export function readFilesUrl(value: string): S3Location | string {
  const url = parseUrl(value)
  // A prefix may have an @.
  const unescaped = url?.username ? undefined : unescapedCharacters('FILES_URL', value)
  if (unescaped) return unescaped
  if (url?.protocol !== 's3:')
    return `FILES_URL must be an address that begins with s3://, like ${shape}.`
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) || url.port !== '')
    return `FILES_URL must name a bucket, like ${shape}.`
  const unknown = [...url.searchParams.keys()].find((name) => !/^(endpoint|region)$/.test(name))
  if (unknown !== undefined || url.hash !== '')
    return `FILES_URL takes endpoint and region after the question mark, not "${unknown ?? '#'}".`
  const endpoint = url.searchParams.get('endpoint') || undefined
  if (endpoint && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    return 'FILES_URL has an endpoint that is not a web address like https://s3.example.org.'
  const region = url.searchParams.get('region') || (endpoint && 'us-east-1')
  if (!region) return 'FILES_URL must name the region of the bucket, like ?region=ap-south-1.'
  if ((url.username === '') !== (url.password === ''))
    return 'FILES_URL must have both parts of the key before the @, id:password, or neither.'
  return {
    bucket: url.hostname,
    prefix: prefixIn(url.pathname),
    endpoint,
    region,
    credentials: url.username
      ? { accessKeyId: decodePart(url.username), secretAccessKey: decodePart(url.password) }
      : undefined,
  }
}

function prefixIn(path: string): string {
  const parts = decodePart(path).split('/').filter(Boolean)
  return parts.map((part) => `${part}/`).join('')
}
