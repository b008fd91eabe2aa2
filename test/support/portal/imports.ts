/** Spreadsheets sent to the importer. */
import { expect } from 'vitest'
import type { ImportPlan, ImportRefused, ImportResult } from '#features/imports/answers.ts'
import type { Engine } from '../engines.ts'
import type { TestClient } from './test-client.ts'
import { testPortal } from './test-portal.ts'

/** The required columns, and two rows for them. */
export const importHeadings = 'name,email,company_name,whatsapp_number'
export const ashaRow = 'Asha Patil,asha@ply.example,Ply & Co,+91 98765 43210'
export const raviRow = 'Ravi Kumar,ravi@ply.example,Boards Ltd,9876543210'

/** The form of POST /api/members/import. */
export function importForm(
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  name = 'a.csv',
): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new File([content], name, { type: 'text/csv' }))
  return form
}

/** The calls of an administrator's imports. */
function importer(admin: TestClient) {
  const send = (...file: Parameters<typeof importForm>) =>
    admin.request('POST', '/api/members/import', importForm(...file))
  return {
    send,
    plan: async (content: string, fields: Record<string, string> = {}): Promise<ImportPlan> =>
      (await send(content, { dry_run: 'true', ...fields })).json(),
    /** Imports a file that must succeed. */
    write: async (content: string, fields?: Record<string, string>): Promise<ImportResult> => {
      const answer = await send(content, fields)
      expect(answer.status).toBe(200)
      return answer.json()
    },
    /** Imports a file that must be refused for its rows. */
    refused: async (content: string, fields?: Record<string, string>): Promise<ImportRefused> => {
      const answer = await send(content, fields)
      expect([answer.status, answer.headers.get('Error-Code')]).toEqual([400, 'invalid-rows'])
      return answer.json()
    },
    undo: (batch: string | null, body: object = {}) =>
      admin.post(`/api/admin/imports/${batch}/undo`, body),
  }
}

/** A portal, the calls of its administrator's imports, and its members by number. */
export async function openImporter(engine: Engine, options?: Parameters<typeof testPortal>[1]) {
  const portal = await testPortal(engine, options)
  const admin = await portal.as('admin')
  const members = () => admin.get('/api/admin/members?role=member&sort=membership_number')
  return { portal, admin, members, ...importer(admin) }
}
