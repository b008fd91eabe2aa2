/** Members who owe dues, and the calls of an administrator's bank statements. */
import { expect } from 'vitest'
import type { ImportedStatement, BankLine as Line } from '#features/bank-statements/answers.ts'
import { raiseCharges } from '#features/ledger/server/charges/charges.ts'
import type { Member } from '#features/members/answers.ts'
import { findPeople } from '#features/members/server/list/bulk-queries.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import {
  type BankLayout,
  type BankLine,
  bankStatement,
  narrations,
  upiReference,
} from '#test/files/bank-statements.ts'
import type { Engine } from '../engines.ts'
import { openImporter } from '../portal/imports.ts'
import type { TestClient } from '../portal/test-client.ts'
import { chargeOf } from './accounts.ts'

export const path = '/api/admin/bank-statements'
export const dues = 590_000

/** 100 names of firms, each with a word of its own. */
const syllables = ['Mar', 'Kav', 'Vid', 'Jod', 'Nar', 'Sar', 'Bhu', 'Chi', 'Dev', 'Gan']
const endings = [
  'udhar',
  'erini',
  'arbhan',
  'hpuri',
  'mada',
  'aswati',
  'jwala',
  'ntamani',
  'akshi',
  'gotri',
]
const kinds = [
  'Furniture Works',
  'Interiors Pvt Ltd',
  'Plywood & Co.',
  'Laminates LLP',
  'Industries',
]
const companyOf = (index: number): string =>
  `${syllables[index % 10]}${endings[Math.floor(index / 10) % 10]} ${kinds[index % 5]}`

/** A portal with `count` members who owe the dues of the year, on 5 January 2025. */
export async function openBank(engine: Engine, count = 3, options?: { connections: number }) {
  const { portal, admin, members, write } = await openImporter(engine, options)
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `Owner ${index},owner${index}@ply.example,"${companyOf(index)}",98765${String(43_210 + index)}`,
  )
  await write(`name,email,company_name,whatsapp_number\n${rows.join('\n')}\n`)
  const { id: adminId } = await admin.get('/api/user')
  const list: Member[] = (await members()).filter(({ name }: Member) => name.startsWith('Owner'))
  const byName = new Map(list.map((member) => [member.name, member]))
  const memberAt = (index: number): Member => {
    const member = byName.get(`Owner ${index}`)
    if (!member) throw new Error(`There is no member ${index}`)
    return member
  }
  await portal.db.transaction().execute(async (db) => {
    const people = await findPeople(
      db,
      list.map(({ id }) => id),
    )
    const charged = people.map((member) => ({ member, charges: [chargeOf(2024, dues)] }))
    await raiseCharges(db, {
      admin: { id: adminId } as Caller,
      runId: 'run',
      charged,
      now: portal.world.now(),
    })
  })
  return { portal, admin, memberAt, ...statements(admin) }
}

/** The calls of an administrator's bank statements. */
function statements(admin: TestClient) {
  const send = (content: string | Uint8Array<ArrayBuffer>, name = 'statement.csv') => {
    const form = new FormData()
    form.set('file', new File([content], name))
    return admin.request('POST', path, form)
  }
  return {
    send,
    importFile: async (
      lines: readonly BankLine[],
      layout: BankLayout = 'HDFC',
    ): Promise<ImportedStatement> => {
      const { name, bytes } = bankStatement(layout, lines)
      const answer = await send(bytes, name)
      expect([answer.status, answer.status === 200 || (await answer.text())]).toEqual([200, true])
      return answer.json()
    },
    review: (id: string | null) => admin.get(`${path}/${id}`),
    lines: (id: string | null, query = '') => admin.get(`${path}/${id}/lines?limit=500${query}`),
    change: (line: Line | undefined, body: object) =>
      admin.request('PUT', `${path}/lines/${line?.id}`, body),
  }
}

/** A credit by UPI on 4 January 2025. */
export const upi = (payer: string, serial: number, credit: number, note = 'DUES'): BankLine => ({
  date: '2025-01-04',
  narration: narrations.HDFC.upi(payer, upiReference(serial), note),
  reference: upiReference(serial),
  credit,
})
