import {
  type FileKind,
  type FileType,
  fileKinds,
  maxBytes,
  mediaTypes,
  tooLargeMessage,
  wrongTypeMessage,
} from '#shared/file-kinds.ts'
import { detectFileType } from './file-type.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** A photo of up to 60 MiB is accepted, because it is made smaller before it is sent. */
const maxPhotoBytes = 60 * 1024 * 1024

/** Checks a selected file and makes a photo smaller; `error` says why the file cannot be taken. */
export async function prepareFile(
  kind: FileKind,
  file: File,
): Promise<{ blob: Blob; type: FileType } | { error: string }> {
  const type = await detectFileType(file)
  if (type === undefined || !fileKinds[kind].types.some((allowed) => allowed === type))
    return { error: wrongTypeMessage(kind) }
  const isPhoto = type === 'jpeg' || type === 'png'
  if (file.size >= (isPhoto ? maxPhotoBytes : maxBytes(kind)))
    return { error: tooLargeMessage(kind) }
  // A copy in memory: on phones a selected file may become unreadable before it has been sent.
  const copy = new Blob([await file.arrayBuffer()], { type: mediaTypes[type] })
  const blob = isPhoto ? await shrinkPhoto(copy) : copy
  if (blob.size >= maxBytes(kind)) return { error: tooLargeMessage(kind) }
  return { blob, type: blob === copy ? type : 'jpeg' }
}
