import { type FileContent, fileContent, type ReadableFile } from '#shared/file-contents.ts'
import { type FileKind, type FileType, fileKinds, wrongTypeMessage } from '#shared/file-kinds.ts'

export const readableFile = (file: Blob): ReadableFile => ({
  size: file.size,
  read: async (offset, length) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
})

/** The type of a selected file by its content, or why a file of this kind cannot be of it. */
export async function checkFileType(
  kind: FileKind,
  file: File,
): Promise<{ type: FileType } | { error: string }> {
  const content: FileContent = await fileContent(readableFile(file))
  const type = fileKinds[kind].types.find((allowed) => allowed === content)
  return type ? { type } : { error: wrongTypeMessage(kind, { content, name: file.name }) }
}
