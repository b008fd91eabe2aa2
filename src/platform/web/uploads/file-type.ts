import type { FileType } from '#shared/file-kinds.ts'

const beginnings: [FileType, readonly number[]][] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
]

/** What a file is by its first bytes, whatever it is called; undefined for anything we do not take. */
export async function detectFileType(file: Blob): Promise<FileType | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  return beginnings.find(([, beginning]) => beginning.every((byte, at) => bytes[at] === byte))?.[0]
}

/** '840 KB', '5.9 MB': for people. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
