import pg from 'pg'
import { expect, test } from 'vitest'
import { queryPostgres } from '#test/support/database/query-database.ts'
import { borrowDatabase } from './migrated.ts'

test('reuses a released database without its rows', async () => {
  const first = await borrowDatabase()
  await queryPostgres(first.url, "insert into setting (name, value) values ('upi_id', 'a@bank')")
  await first.release()
  const second = await borrowDatabase()
  expect(second.url).toBe(first.url)
  expect(await queryPostgres(second.url, 'select * from setting')).toEqual([])
  await second.release()
})

test('does not reuse a database with a changed schema', async () => {
  const first = await borrowDatabase()
  await queryPostgres(first.url, 'alter table setting add column remarks text')
  await first.release()
  const second = await borrowDatabase()
  expect(second.url).not.toBe(first.url)
  await second.release()
})

test('closes connections that a test has left open', async () => {
  const first = await borrowDatabase()
  const client = new pg.Client({ connectionString: first.url })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; lock table setting')
  await first.release()
  await expect(client.query('select 1')).rejects.toThrow('connection error')
})
