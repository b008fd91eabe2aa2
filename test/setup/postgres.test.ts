import pg from 'pg'
import { expect, inject, test } from 'vitest'

test('the PostgreSQL of the test run uses UTF-8 and listens on 127.0.0.1 only', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  const setting = async (name: string) =>
    (await client.query('select current_setting($1) as value', [name])).rows[0].value
  expect(await setting('listen_addresses')).toBe('127.0.0.1')
  expect(await setting('server_encoding')).toBe('UTF8')
  expect(await setting('unix_socket_directories')).toBe('')
  await client.end()
})
