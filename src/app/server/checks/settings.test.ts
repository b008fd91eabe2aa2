import { expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { settingsCheck } from './settings.ts'

const faultsOf = async (values: Record<string, string>) =>
  (await settingsCheck.problems?.({
    config: readConfig({ ADMIN_EMAIL: 'a@example.org', ...values }),
  })) ?? []

test.each([
  ['postgres://portal@db.example.org/portal', 1],
  ['postgres://portal@db.example.org/portal?sslmode=no-verify', 1],
  ['postgres://portal@192.0.2.9/portal?application_name=x', 1],
  ['postgres://portal@db.example.org/portal?sslmode=verify-full', 0],
  ['postgres://portal@localhost/portal', 0],
  ['postgres://portal@10.1.2.3/portal', 0],
  ['postgres:///portal?host=/run/postgresql', 0],
])('%s: %i faults', async (url, count) => {
  const faults = await faultsOf({ DATABASE_URL: url })
  expect(faults).toEqual(Array(count).fill(expect.stringMatching(/^DATABASE_URL .*verify-full/)))
})

test.each([
  ['http://files.example.org', 1],
  ['https://files.example.org', 0],
  ['http://127.0.0.1:9000', 0],
])('files at %s: %i faults', async (endpoint, count) => {
  const faults = await faultsOf({ FILES_URL: `s3://bucket/prefix?endpoint=${endpoint}&region=any` })
  expect(faults).toEqual(Array(count).fill(expect.stringMatching(/^The endpoint in FILES_URL/)))
})

test.each([
  ['https://portal.example.org', 'on', 1],
  ['https://portal.example.org', '2', 1],
  ['https://portal.example.org', '127.0.0.1', 0],
  ['http://localhost:8000', 'on', 0],
])('%s with TRUST_PROXY=%s: %i faults', async (PUBLIC_URL, TRUST_PROXY, count) => {
  const faults = (await faultsOf({ PUBLIC_URL, TRUST_PROXY })).filter((fault) =>
    String(fault).startsWith('TRUST_PROXY'),
  )
  expect(faults).toEqual(Array(count).fill(expect.stringMatching(/Name the address of the proxy/)))
})
