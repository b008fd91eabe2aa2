import { describe, expect, test } from 'vitest'
import { verifyHistory } from '#platform/server/history/history-chain.ts'
import { countSave } from '#platform/server/http/rate-limit.ts'
import { limits } from '#shared/limits.ts'
import { sum } from '#shared/sum.ts'
import { engines } from '#test/support/engines.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { type TestPortal, testDatabase, testPortal } from '#test/support/portal/test-portal.ts'

const texts = [
  'company_description',
  'services_products',
  'address',
  'factory_address',
  'certificate_postal_address',
  'social_links',
]

/** Saves the profile with texts that no other save has. */
const save = (client: TestClient, round: number, length: number) =>
  client.request('PUT', '/api/profile', {
    name: 'Asha Patil',
    ...Object.fromEntries(texts.map((field) => [field, `${round} `.padEnd(length, 'स')])),
  })

async function historyBytes({ db }: TestPortal): Promise<number> {
  const rows = await db.selectFrom('history').select(['before', 'after']).execute()
  return sum(rows, (row) => Buffer.byteLength(`${row.before}${row.after}`))
}

describe.each(engines)('the history on %s', (engine) => {
  test('stays below 1 MB when a member saves the profile without end', async () => {
    const portal = await testPortal(engine)
    const client = await portal.as('oem')
    const length = 5000
    const answers: Response[] = []
    for (let round = 0; round < 64; round += 1) answers.push(await save(client, round, length))
    expect(await historyBytes(portal)).toBeLessThan(1_000_000)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    const refused = answers.at(-1)
    expect(refused?.status).toBe(429)
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(3500)
    expect(await refused?.text()).toBe(
      'You have saved your profile 60 times within an hour. Please try again in 60 minutes.',
    )
    portal.advanceClock(3_600_000)
    expect((await save(client, 601, length)).status).toBe(200)
    expect((await verifyHistory(portal.db)).problems).toEqual([])
    // Undo says why it cannot restore a text that is shortened.
    const admin = await portal.as('admin')
    const { id } = await client.get('/api/user')
    const [last] = await admin.get(`/api/admin/members/${id}/history`)
    expect(last?.can_undo).toBe(false)
    expect(last?.details[0]?.after).toMatch(/^601 स{36}… \(5000 characters\)$/)
    await expect(admin.post(`/api/admin/history/${last?.id}/undo`)).rejects.toThrow(
      '409: This change cannot be undone: the history has only the beginning of the earlier text',
    )
  })

  test('has a replaced text of a profile whole once a week beyond the budget', async () => {
    const portal = await testPortal(engine)
    const client = await portal.as('oem')
    const admin = await portal.as('admin')
    const { id } = await client.get('/api/user')
    const history = () => admin.get(`/api/admin/members/${id}/history`)
    const address = 'Plot 4, Basni Phase II, Jodhpur '.repeat(5).trim()
    const write = (text: string) =>
      client.put('/api/profile', { name: 'Asha Patil', address: text })
    await write(address)
    await portal.db
      .updateTable('rate_count')
      .set({ hits: 3_000_000 })
      .where('key', '=', `historyBytes:${id}`)
      .execute()
    await write('x'.repeat(1000))
    const [replaced] = await history()
    expect(replaced).toMatchObject({ can_undo: true, details: [{ before: address }] })
    await admin.post(`/api/admin/history/${replaced?.id}/undo`)
    expect(await client.get('/api/user')).toMatchObject({ address })
    await write('y'.repeat(1000))
    expect((await history())[0]?.can_undo).toBe(false)
  })
})

test('a job seeker saves texts of 1,000 characters, and keeps longer ones', async () => {
  const portal = await testPortal('SQLite')
  const seeker = await portal.as('seeker')
  expect((await save(seeker, 1, 1000)).status).toBe(200)
  const refused = await save(seeker, 2, 1001)
  expect([refused.status, refused.headers.get('Error-Field'), await refused.text()]).toEqual([
    400,
    'company_description',
    'Please use at most 1000 characters',
  ])
  const long = 'x'.repeat(5000)
  await portal.db
    .updateTable('person')
    .set({ address: long })
    .where('id', '=', (await seeker.get('/api/user')).id)
    .execute()
  const kept = await seeker.put('/api/profile', { name: 'Kavita Rao', address: long })
  expect(kept).toMatchObject({ name: 'Kavita Rao', address: long })
})

test('a poster may post 4 MB of jobs within an hour, an administrator any number', async () => {
  const { db } = await testDatabase('SQLite')
  const now = new Date('2025-01-05T09:00:00.000Z')
  const post = (role: 'oem' | 'admin') =>
    countSave(db, { id: 'asha', role }, [limits.postingBytes], { now, amount: 1_900_000 })
  await post('oem')
  await post('oem')
  await expect(post('oem')).rejects.toThrow(
    'You have saved job postings of more than 4 MB within an hour. Please try again in 60 minutes.',
  )
  await post('admin')
})
