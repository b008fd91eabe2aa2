import type { UploadQueue } from '#platform/web/uploads/upload-queue.ts'
import { fileKinds } from '#shared/file-kinds.ts'
import type { MemberRole } from '#shared/roles.ts'
import { type PaperKind, paperKinds } from '../../papers.ts'
import type { PaperUrls } from '../../rules.ts'
import { type FormValues, fieldsOf } from './fields.ts'

/** The multipart form of an application (contract 7.3), with the addresses of the uploaded files. */
export function buildFormData(
  type: MemberRole,
  values: FormValues,
  uploads: UploadQueue,
  stored: PaperUrls = {},
): FormData {
  const form = new FormData()
  form.append('type', type)
  for (const name of fieldsOf(type)) {
    const isHidden = name === 'otherMaterials' && !values.materials.includes('other')
    const value = isHidden ? '' : values[name]
    form.append(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  }
  for (const kind of paperKinds) {
    const uploaded = uploadedUrls(uploads, kind)
    if (fileKinds[kind].maxCount === 1) {
      if (uploaded[0] !== undefined) form.append(kind, uploaded[0])
    } else if (uploaded.length > 0 || stored[kind]) {
      form.append(kind, JSON.stringify([...(stored[kind] ?? []), ...uploaded]))
    }
  }
  return form
}

const uploadedUrls = ({ list }: UploadQueue, kind: PaperKind): string[] =>
  list.flatMap((upload) => (upload.kind === kind && upload.url ? [upload.url] : []))
