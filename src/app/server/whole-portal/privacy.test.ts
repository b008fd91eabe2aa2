/** The server omits the contact data that a member hides from every answer (contract 12.3). */
import { describe, expect, test } from 'vitest'
import { findPerson } from '#features/members/server/queries.ts'
import { declaredRoutes } from '#platform/server/http/guards.ts'
import { jpegPhoto } from '#test/files/sample-files.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { paidMark } from '#test/support/money/payments.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'

/** What Priya has hidden, and what members never see of each other. */
const secrets = {
  phone: '+91 90000 71717',
  email: 'hidden.priya@laminates.example',
  address: '4 Quarry Lane, Wankaner 363621',
  factory: 'Survey 212, Halvad 363330',
  city: 'Halvad',
  postal: 'Post box 919, Bhuj',
  remarks: 'Pays late',
  reference: 'UTR55501',
  amount: '7654',
} as const

// Digits match as whole numbers only: random ids and tokens contain any digits by chance.
const secretPattern =
  /(?<![\w-])(?:(?:91)?90000|(?:91)?9000071717|71717|363621|363330|7654(?:00)?)(?![\w-])|hidden\.priya|quarry|wankaner|survey 212|halvad|post box|bhuj|pays late|utr55501/i

async function open(engine: Engine) {
  const portal = await testPortal(engine)
  const admin = await portal.as('admin')
  const form = {
    ...newMemberOf('vendor', secrets.email),
    name: 'Priya Shah',
    company_name: 'Morbi Laminates',
    whatsapp_number: secrets.phone,
    address: secrets.address,
    factory_address: secrets.factory,
    certificate_postal_address: secrets.postal,
    remarks: secrets.remarks,
  }
  const { id } = await admin.post('/api/admin/members', form)
  await admin.put(`/api/admin/members/${id}/payment`, {
    ...paidMark,
    paymentAmount: secrets.amount,
    paymentRef: secrets.reference,
  })
  const priya = await portal.signIn(secrets.email)
  const logo = await logoOf(priya)
  await priya.put('/api/profile', {
    ...(await priya.get('/api/user')),
    logo_url: logo,
    show_phone: false,
    show_email: false,
    show_address: false,
  })
  portal.mail.clear()
  return { portal, admin, priya, id: String(id), logo }
}

async function logoOf(client: TestClient): Promise<string> {
  const file = new FormData()
  file.append('file', new File([new Uint8Array(await jpegPhoto(1))], `${secrets.phone}.jpg`))
  return (await client.post('/api/upload', file)).url
}

const headersAndBody = async (answer: Response): Promise<string> =>
  `${JSON.stringify([...answer.headers])}\n${await answer.text()}`

describe.each(engines)('what a member hides on %s', (engine) => {
  test('is in no answer of a route that is not for administrators only', async () => {
    const { portal, priya, id, logo } = await open(engine)
    const routes = declaredRoutes(portal.server)
      .filter(
        ({ method, access }) =>
          method === 'GET' && !(Array.isArray(access) && access.join() === 'admin'),
      )
      .map(({ path }) => path)
    expect(routes).toEqual(
      expect.arrayContaining(['/api/members', '/api/members/:id', '/api/jobs']),
    )
    const leaks: string[] = []
    for (const who of ['visitor', 'seeker', 'vendor', 'oem'] as const) {
      const client = await portal.as(who)
      for (const route of [...routes, logo]) {
        const path = route.replace(':filename', logo.split('/')[2] ?? '').replace(/:\w+/g, id)
        const answer = await headersAndBody(await client.request('GET', path))
        if (secretPattern.test(answer))
          leaks.push(`${path} to ${who}: ${answer.match(secretPattern)?.[0]}`)
      }
    }
    expect(leaks).toEqual([])
    // The pattern would find them: it finds them in Priya's own data.
    expect(secretPattern.test(JSON.stringify(await priya.get('/api/user')))).toBe(true)
  })

  test('cannot be guessed by search, filter, order or page', async () => {
    const { portal, id } = await open(engine)
    const oem = await portal.as('oem')
    await portal.as('vendor')
    const guesses = Object.values(secrets).flatMap((secret) => [
      secret,
      secret.toUpperCase(),
      secret.slice(0, 7),
      secret.slice(-5),
      ...secret.split(/[\s@.,]+/),
    ])
    for (const guess of guesses.filter((guess) => guess.length > 2)) {
      if (/^(priya|laminates|example|lane|box|pays|late|and|post|\+91)$/i.test(guess)) continue
      const answer = await oem.request(
        'GET',
        `/api/members?${new URLSearchParams({ search: guess, limit: '5' })}`,
      )
      const text = await answer.text()
      expect([guess, text.includes(id)]).toEqual([guess, false])
    }
    const plain = await oem.get('/api/members')
    for (const query of [
      'sort=-payment_date',
      'sort=name&paid=true',
      'validity=expired',
      'paid=false',
      'active=false',
      'visible=false',
      'sort=dues',
      'dues=owes',
      'email=none',
      'signed_in=never',
      'invited=yes',
    ])
      expect([query, await oem.get(`/api/members?${query}`)]).toEqual([query, plain])
    for (const city of ['Halvad', 'Wankaner', 'Bhuj'])
      expect(await oem.get(`/api/members?city=${city}`)).toEqual([])
    expect(await oem.get('/api/members/cities')).toEqual([])
  })

  test('is in no cursor', async () => {
    const { portal } = await open(engine)
    const oem = await portal.as('oem')
    await portal.as('vendor')
    const answer = await oem.request('GET', '/api/members?limit=1')
    const link = answer.headers.get('Link') ?? ''
    const cursor = new URL(link.match(/<(.*)>/)?.[1] ?? '', 'http://portal.test').searchParams.get(
      'cursor',
    )
    expect(cursor).toBeTruthy()
    const inside = [cursor, Buffer.from(cursor ?? '', 'base64url').toString()].join()
    expect(inside).not.toMatch(secretPattern)
  })

  test('is shown as soon as the member shows it again', async () => {
    const { portal, priya, id } = await open(engine)
    const oem = await portal.as('oem')
    portal.advanceClock(1000)
    await priya.put('/api/profile', { ...(await priya.get('/api/user')), show_phone: true })
    expect(await oem.get(`/api/members/${id}`)).toMatchObject({
      whatsapp_number: secrets.phone,
      email: null,
      factory_address: null,
      city: '',
    })
  })
})

describe.each(engines)('a member whom the association hides on %s', (engine) => {
  test('is missing from list, page, cities and logo until shown again', async () => {
    const { portal, admin, id, logo } = await open(engine)
    const oem = await portal.as('oem')
    await portal.db
      .updateTable('person')
      .set({ city: 'Rajkot', shown_city: 'Rajkot' })
      .where('id', '=', id)
      .execute()
    expect((await oem.request('GET', logo)).status).toBe(200)
    await admin.put(`/api/admin/members/${id}/visibility`, { is_visible: false })
    expect(JSON.stringify(await oem.get('/api/members'))).not.toContain(id)
    expect(await oem.get('/api/members?search=morbi')).toEqual([])
    expect(await oem.get('/api/members/cities')).toEqual([])
    const answers = await Promise.all(
      [`/api/members/${id}`, logo, `${logo}?size=small`].map((path) => oem.request('GET', path)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    await admin.put(`/api/admin/members/${id}/visibility`, { is_visible: true })
    expect(await oem.get('/api/members/cities')).toEqual([{ city: 'Rajkot', members: 1 }])
    expect((await findPerson(portal.db, id))?.is_visible).toBe(true)
  })
})
