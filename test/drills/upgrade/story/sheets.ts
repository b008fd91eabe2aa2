/** Imports of members and their undoing. */
import { isRecord } from '#shared/records.ts'
import type { CallRecorder, RecordedCall } from './call-recorder.ts'
import type { Sheet } from './crowd.ts'

export function sheets({ admin }: CallRecorder) {
  const send = ({ name, csv, fields }: Sheet, more: Record<string, string>, about: string) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ ...fields, ...more })) form.set(field, value)
    form.set('file', new File([csv], name))
    return admin(about, 'POST /api/members/import', form)
  }
  const batchOf = ({ body }: RecordedCall) => (isRecord(body) ? body.batch : 'none')
  return {
    plan: (sheet: Sheet) => send(sheet, { dry_run: 'true' }, `plan of ${sheet.name}`),
    write: (sheet: Sheet) => send(sheet, { skip_errors: 'true' }, `import of ${sheet.name}`),
    undo: async (imported: RecordedCall, keep_changed: boolean) => {
      const path = `/api/admin/imports/${batchOf(imported)}/undo`
      await admin('plan of the undo', `GET ${path}`)
      return admin('undo of the import', `POST ${path}`, { keep_changed })
    },
  }
}
