import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { eventually } from '#test/support/eventually.ts'
import { emailOf } from '#test/support/personas.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { testPortal } from '#test/support/test-portal.ts'

async function get(client: TestClient, path: string, etag = '') {
  const answer = await client.request('GET', path, undefined, { 'If-None-Match': etag })
  return {
    status: answer.status,
    etag: answer.headers.get('ETag') ?? '',
    text: await answer.text(),
  }
}

/** PostgreSQL counts the commits of other databases, too: of tests that run at the same time. */
const expectUnchanged = (client: TestClient, path: string) =>
  eventually(async () => {
    const { etag } = await get(client, path)
    expect(await get(client, path, etag)).toEqual({ status: 304, etag, text: '' })
    return etag
  })

const withSearch = (path: string) => `${path}${path.includes('?') ? '&' : '?'}search=x`

describe.each(engines)('lists on %s', (engine) => {
  test.each([
    '/api/admin/members',
    '/api/admin/members?limit=50',
    '/api/admin/members/data',
    '/api/members',
  ])('%s is sent again only after something was saved', async (path) => {
    const portal = await testPortal(engine)
    await portal.as('oem')
    portal.clock.now = new Date('2025-01-05T18:00:00.000Z')
    const admin = await portal.as('admin')
    const etag = await expectUnchanged(admin, path)
    expect((await get(admin, withSearch(path), etag)).status).toBe(200)
    // Past midnight in India.
    portal.clock.now = new Date('2025-01-05T18:31:00.000Z')
    const nextDay = await get(admin, path, etag)
    expect(nextDay.status).toBe(200)
    await portal.db
      .updateTable('person')
      .set({ name: 'Asha Renamed' })
      .where('email', '=', emailOf('oem'))
      .execute()
    const changed = await get(admin, path, nextDay.etag)
    expect(changed).toMatchObject({ status: 200, text: expect.stringContaining('Asha Renamed') })
  })

  test('an answer to one person is not unchanged for another', async () => {
    const portal = await testPortal(engine)
    const [admin, member] = [await portal.as('admin'), await portal.as('oem')]
    const etag = await expectUnchanged(admin, '/api/members')
    expect((await get(member, '/api/members', etag)).status).toBe(200)
    expect((await get(portal.visitor(), '/api/members', etag)).status).toBe(401)
  })
})
