import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './database.ts'
import { isUniqueViolation } from './database-errors.ts'
import { inLargeTransaction } from './sqlite-dialect.ts'
import { openWorkerConnection } from './sqlite-worker-client.ts'

/** The priority of a thread in this process; undefined when it has ended meanwhile. */
function niceOf(thread: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.split(') ')[1]?.split(' ')[16])
  } catch {
    return undefined
  }
}

test.runIf(process.platform === 'linux')(
  'a thread that only reads gives way to others',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    await openSqlite(folder).close()
    const own = getPriority()
    const before = new Set(readdirSync('/proc/self/task'))
    const connection = openWorkerConnection(join(folder, 'portal.sqlite'), { readOnly: true })
    await connection.exec('select 1')
    const added = readdirSync('/proc/self/task').filter((thread) => !before.has(thread))
    expect(added.map(niceOf)).toContain(Math.max(own, 10))
    expect(getPriority()).toBe(own)
    await connection.close()
  },
)

describe('a large transaction of the embedded database', () => {
  const open = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { db, close } = openSqlite(folder)
    onTestFinished(close)
    await sql`create table big (id integer primary key, data text, is_seen boolean)`.execute(db)
    const count = async () => {
      const rows = await db
        .withTables<{ big: { id: number } }>()
        .selectFrom('big')
        .select('id')
        .execute()
      return rows.length
    }
    return { db, count, sizeOf: (name: string) => statSync(join(folder, name)).size }
  }
  const megabyte = 'x'.repeat(1024 * 1024)

  test('is visible only after the commit, which truncates the write-ahead log', async () => {
    const { db, count, sizeOf } = await open()
    const rows = await inLargeTransaction(db, async (tx) => {
      for (let id = 0; id < 50; id++)
        await sql`insert into big values (${id}, ${megabyte}, ${true})`.execute(tx)
      expect(await count()).toBe(0)
      return (await sql<{ is_seen: boolean }>`select is_seen from big limit 1`.execute(tx)).rows
    })
    expect(rows).toEqual([{ is_seen: true }])
    expect(await count()).toBe(50)
    expect(sizeOf('portal.sqlite')).toBeGreaterThan(50e6)
    expect(sizeOf('portal.sqlite-wal')).toBeLessThan(16e6)
  })

  test('rolls back when it throws, and releases the write lock', async () => {
    const { db, count } = await open()
    const failed = inLargeTransaction(db, async (tx) => {
      await sql`insert into big values (1, '', null)`.execute(tx)
      await sql`insert into big values (1, '', null)`.execute(tx)
    }).catch((error: unknown) => error)
    expect(isUniqueViolation(await failed)).toBe(true)
    expect(await count()).toBe(0)
    await sql`insert into big values (1, '', null)`.execute(db)
    expect(await count()).toBe(1)
  })

  test('blocks other writers but no readers', async () => {
    const { db, count } = await open()
    const order: string[] = []
    const inside = Promise.withResolvers<void>()
    const proceed = Promise.withResolvers<void>()
    const slow = inLargeTransaction(db, async (tx) => {
      await sql`insert into big values (1, '', null)`.execute(tx)
      inside.resolve()
      await proceed.promise
      order.push('large')
    })
    await inside.promise
    const other = sql`insert into big values (2, '', null)`.execute(db).then(() => {
      order.push('other')
    })
    expect(await count()).toBe(0)
    // Raw SQL too.
    expect((await sql`select id from big`.execute(db)).rows).toEqual([])
    proceed.resolve()
    await Promise.all([slow, other])
    expect(order).toEqual(['large', 'other'])
    expect(await count()).toBe(2)
  })
})
