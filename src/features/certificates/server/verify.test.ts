import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { minutes } from '#shared/durations.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { codeAlphabet, codeLength } from '../code.ts'

const randomCode = () =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')

test('unknown codes are answered alike, and a client who tries too many is refused', async () => {
  const portal = await testPortal('SQLite')
  const visitor = portal.visitor()
  for (let count = 0; count < 30; count++)
    expect(await visitor.get(`/api/verify/${randomCode()}`)).toEqual({
      status: 'unknown',
      name: '',
      company_name: '',
      membership_number: '',
      valid_until: '',
    })
  const answer = await visitor.request('GET', '/api/verify/x')
  expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  const page = await visitor.request('GET', `/verify/${randomCode()}`)
  expect([page.status, page.headers.get('X-Robots-Tag')]).toEqual([200, 'noindex'])
  expect((await visitor.request('GET', '/verify')).status).toBe(404)
  const from = (address: string) =>
    portal.visitor().request('GET', '/api/verify/x', undefined, { 'X-Forwarded-For': address })
  for (let count = 0; count < 120; count++) expect((await from('203.0.113.7')).status).toBe(200)
  const refused = await from('203.0.113.7')
  expect([refused.status, await refused.text()]).toEqual([
    429,
    'Too many certificates were checked from your network; please try again in 10 minutes',
  ])
  expect((await from('203.0.113.8')).status).toBe(200)
  portal.advanceClock(minutes(10))
  expect((await from('203.0.113.7')).status).toBe(200)
})
