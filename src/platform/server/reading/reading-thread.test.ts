import { expect, test } from 'vitest'
import { fullListModule } from '#features/members/server/list/full-list-queries.ts'
import { engines } from '#test/support/engines.ts'
import { testDatabase } from '#test/support/test-portal.ts'
import { readInThread } from './reading-thread.ts'

test.each(engines)('a reading on %s ends when its client has gone', async (engine) => {
  const { db } = await testDatabase(engine)
  const data = { query: {}, after: undefined, today: '2025-01-05' }
  const controller = new AbortController()
  const { signal } = controller
  const gone = readInThread(db, fullListModule, data, { client: 'a', signal })
  controller.abort()
  await expect(gone).rejects.toThrow('The client has closed the connection')
  const { head, content } = await readInThread(db, fullListModule, data, { client: 'a' })
  expect([head, await new Response(content.stream()).text()]).toEqual([{ total: 0 }, '[]'])
})
