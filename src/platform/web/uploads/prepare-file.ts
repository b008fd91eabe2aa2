import { pdfStart } from '#shared/file-contents.ts'
import {
  type FileKind,
  type FileType,
  maxBytes,
  mediaTypes,
  tooLargeMessage,
} from '#shared/file-kinds.ts'
import { checkFileType } from './file-type.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** A photo of up to 60 MiB is accepted, because it is made smaller before it is sent. */
const maxPhotoBytes = 60 * 1024 * 1024

/** Checks a selected file and makes a photo smaller; `error` says why the file cannot be taken. */
export async function prepareFile(
  kind: FileKind,
  file: File,
): Promise<{ blob: Blob; type: FileType } | { error: string }> {
  const checked = await checkFileType(kind, file)
  if ('error' in checked) return checked
  const { type } = checked
  const isPhoto = type === 'jpeg' || type === 'png'
  if (file.size >= (isPhoto ? maxPhotoBytes : maxBytes(kind)))
    return { error: tooLargeMessage(kind) }
  // A copy in memory: on phones a selected file may become unreadable before it has been sent.
  const bytes = new Uint8Array(await file.arrayBuffer())
  const copy = new Blob([type === 'pdf' ? bytes.subarray(pdfStart(bytes)) : bytes], {
    type: mediaTypes[type],
  })
  const blob = isPhoto ? await shrinkPhoto(copy) : copy
  if (blob.size >= maxBytes(kind)) return { error: tooLargeMessage(kind) }
  return { blob, type: blob === copy ? type : 'jpeg' }
}
