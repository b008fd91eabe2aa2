/** Forms whose files go into the file store. */
import { type FileKind, isFileKind } from '#shared/file-kinds.ts'
import type { FileReceiver, ReceivedForm } from '../http/multipart.ts'
import type { FileStore, IncomingFile, Uploader } from './file-store-interface.ts'

export type UploadForm = ReceivedForm<IncomingFile>

/** Receives files into the file store. The name of a field is a file kind; `kindOf` replaces that rule. */
export const filesByKind = (
  store: FileStore,
  uploader: Uploader,
  kindOf: (field: string) => FileKind | undefined = kindOfField,
): FileReceiver<IncomingFile> => ({
  receiverOf: (field) => {
    const kind = kindOf(field)
    return kind && ((part, name) => store.receive(part, kind, name, uploader))
  },
  discard: store.discard,
})

const kindOfField = (field: string): FileKind | undefined => (isFileKind(field) ? field : undefined)
