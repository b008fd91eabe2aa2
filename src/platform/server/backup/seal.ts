/**
 * An archive's last entry: the digests of the manifest and of all bytes before the seal. It detects a change of any
 * byte, including headers and padding, which the digests of the entries do not cover.
 */
import { createHash } from 'node:crypto'
import { packTar } from 'modern-tar'

export const sealName = 'seal'

export interface Seal {
  archive: string
  manifest: string
}

const textOf = ({ archive, manifest }: Seal): string =>
  `sha256 archive ${archive}\nsha256 manifest ${manifest}\n`

/** The end of an archive, from the header of the seal on: always `sealLength` bytes. */
export const sealBytes = (seal: Seal): Promise<Uint8Array> => {
  const body = textOf(seal)
  return packTar([{ header: { ...tarHeader(sealName, body.length), mtime: new Date(0) }, body }])
}

/** Header, one block of text, two empty blocks. */
export const sealLength = 4 * 512

export const tarHeader = (name: string, size: number) =>
  ({ name, size, mode: 0o600, type: 'file' }) as const

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')
