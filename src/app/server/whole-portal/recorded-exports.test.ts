/** Every file with data of members is recorded as an export: who, what, how many (contract 17.1). */
import { expect, test } from 'vitest'
import { hours } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { openNotices } from '#test/support/money/notices.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { breachReport } from '../personal-data/breach.ts'

async function exportsOf({ db }: TestPortal) {
  const rows = await db
    .selectFrom('history')
    .select(['id', 'actor_id', 'after'])
    .where('act', '=', 'members exported')
    .orderBy('id')
    .execute()
  return rows.map(({ id, actor_id, after }) => ({ id, actor_id, ...JSON.parse(after ?? '{}') }))
}

const day = '2025-01-05'
/** [method, path, body, the name of the file, how many members] */
const filesOf = (selection: { ids: string[] }) =>
  [
    ['GET', '/api/admin/directory/document', undefined, /^members-directory-.*\.pdf$/, 2],
    [
      'POST',
      '/api/admin/certificates/print',
      { document: 'labels-24', selection },
      /^address-labels-/,
      2,
    ],
    [
      'GET',
      `/api/admin/payments/day-book?from=${day}&to=${day}&format=csv`,
      undefined,
      /^day-book-.*csv$/,
      1,
    ],
    [
      'GET',
      '/api/admin/payments/year-book?year=2024-25&format=xlsx',
      undefined,
      /^year-book-2024-25.xlsx$/,
      1,
    ],
    [
      'GET',
      '/api/admin/payments/gst-register?year=2024-25&format=csv',
      undefined,
      /^gst-register-/,
      1,
    ],
    ['GET', '/api/admin/payments/tally.xml?year=2024-25', undefined, /^tally-2024-25.xml$/, 1],
    [
      'GET',
      '/api/admin/board-book/document?year=2024-25',
      undefined,
      /^board-book-2024-25.pdf$/,
      2,
    ],
    [
      'GET',
      '/api/admin/board-book/workbook?year=2024-25',
      undefined,
      /^board-book-2024-25.xlsx$/,
      2,
    ],
    ['POST', '/api/admin/dues/notices/links', { selection }, /^dues-notice-links/, 2],
    ['POST', '/api/admin/dues/notices/print', { selection }, /^dues-notices.pdf$/, 2],
    ['GET', '/api/admin/members?role=member', undefined, /^.api.admin.members$/, 2],
    ['GET', '/api/admin/members/data', undefined, /^.api.admin.members.data$/, 2],
  ] as const

test.each(engines)(
  'every export is recorded with who, what and how many, on %s',
  async (engine) => {
    const { portal, admin, ids, charge } = await openNotices(engine, 2)
    const { id: adminId } = await admin.get('/api/user')
    for (const id of ids) await charge(id)
    await portal.db
      .updateTable('person')
      .set({ certificate_postal_address: '12 Timber Market, Pune 411042' })
      .where('id', 'in', ids)
      .execute()
    await admin.post(`/api/admin/members/${ids[0]}/dues-payments`, { amount: '100', mode: 'Cash' })
    for (const [method, path, body, file, count] of filesOf({ ids })) {
      const before = await exportsOf(portal)
      const answer = await admin.request(method, path, body)
      expect([path, answer.status, answer.ok ? '' : await answer.text()]).toEqual([path, 200, ''])
      const [added, ...others] = (await exportsOf(portal)).slice(before.length)
      expect([path, others]).toEqual([path, []])
      expect({ path, ...added }).toMatchObject({
        path,
        actor_id: adminId,
        file: expect.stringMatching(file),
        rows: count,
        session: expect.any(String),
      })
      const { lines } = await breachReport(portal.db, ['--export', added.id])
      expect(lines[0]).toContain(`${count} members`)
    }
  },
)

test.each(engines)(
  'a list that a program reads again is recorded once an hour, on %s',
  async (engine) => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const count = async () => (await exportsOf(portal)).length
    for (const path of [
      '/api/admin/members',
      '/api/admin/members?role=oem',
      '/api/admin/members?role=admin',
      '/api/admin/members?limit=40',
    ])
      for (const _again of [1, 2]) await admin.get(path)
    expect(await count()).toBe(2)
    portal.advanceClock(hours(1) + 1000)
    await admin.get('/api/admin/members')
    expect(await count()).toBe(3)
  },
)
