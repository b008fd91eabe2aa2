import pg from 'pg'
import { expect, inject, test } from 'vitest'

test('the run has one PostgreSQL of its own, in UTF-8, that listens on this machine only', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  const setting = async (name: string) =>
    (await client.query('select current_setting($1) as value', [name])).rows[0].value
  expect(await setting('listen_addresses')).toBe('127.0.0.1')
  expect(await setting('server_encoding')).toBe('UTF8')
  expect(await setting('unix_socket_directories')).toBe('')
  await client.end()
})
