import type { FileType } from '#shared/file-kinds.ts'

/** The bytes with which a file of each type begins. */
const signatures: [FileType, readonly number[]][] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
]

/** The type of a file by its first bytes, whatever its name is; undefined for any other type. */
export async function detectFileType(file: Blob): Promise<FileType | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  return signatures.find(([, signature]) =>
    signature.every((byte, index) => bytes[index] === byte),
  )?.[0]
}
