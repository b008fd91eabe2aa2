import { describe, expect, test } from 'vitest'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { minutes } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { openPasskeyDevice } from '#test/support/portal/passkey-device.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import type { NewPasskey, PasskeyAssertion } from '../../second-factor/contract.ts'
import { type ConfirmationOrigin, confirm } from './confirm.ts'
import { addPasskey } from './manage.ts'
import { allowsPasskeys, beginConfirmation, beginEnrolment } from './passkeys.ts'

const origin = 'https://members.example'

type Device = ReturnType<typeof openPasskeyDevice>

/** The world at an address that allows passkeys, and an administrator with a session in it. */
async function setUp(portal: TestPortal) {
  await portal.as('admin')
  const world: World = { ...portal.world, publicUrl: origin }
  const session = await portal.db.selectFrom('session').selectAll().executeTakeFirstOrThrow()
  const person = await portal.db.selectFrom('person').selectAll().executeTakeFirstOrThrow()
  const caller: Caller = {
    ...person,
    session: session.id,
    hasSecondFactor: true,
    isConfirmationDue: false,
  }
  return { world, caller }
}

async function add(world: World, caller: Caller, device: Device, name = 'Laptop') {
  const options = await beginEnrolment(world, caller)
  const passkey = device.make(options) as NewPasskey
  return addPasskey(world, caller, { name, passkey }, { device: 'a test', known: undefined })
}

const assertion = async (world: World, caller: Caller, device: Device, counter: number) =>
  device.use(await beginConfirmation(world, caller), counter) as PasskeyAssertion

const request: ConfirmationOrigin = {
  device: 'a test',
  client: { kind: 'single', address: '198.51.100.7' },
  known: undefined,
  isLimited: true,
}

const send = (world: World, caller: Caller, passkey: PasskeyAssertion) =>
  confirm(world, caller, { passkey }, request).then(
    () => 'confirmed',
    ({ kind }: { kind: string }) => kind,
  )

describe.each(engines)('a passkey on %s', (engine) => {
  test('confirms; its challenge is answered once, within five minutes', async () => {
    const portal = await testPortal(engine)
    const { world, caller } = await setUp(portal)
    const device = openPasskeyDevice({ origin })
    const { recoveryCodes } = await add(world, caller, device)
    expect(recoveryCodes).toHaveLength(10)
    const first = await assertion(world, caller, device, 1)
    expect(await send(world, caller, first)).toBe('confirmed')
    expect(await send(world, caller, first)).toBe('gone')
    const late = await assertion(world, caller, device, 2)
    portal.advanceClock(minutes(5))
    expect(await send(world, caller, late)).toBe('gone')
    const twice = await assertion(world, caller, device, 3)
    const outcomes = await Promise.all([1, 2].map(() => send(world, caller, twice)))
    expect(outcomes.toSorted()).toEqual(['confirmed', 'gone'])
  })

  test('whose id is stored already is refused with 409, and nothing is added', async () => {
    const portal = await testPortal(engine)
    const { world, caller } = await setUp(portal)
    const device = openPasskeyDevice({ origin })
    await add(world, caller, device)
    await expect(add(world, caller, device, 'Again')).rejects.toMatchObject({
      kind: 'conflict',
      message: 'This passkey is in use already. Please make another one.',
    })
    expect(await portal.db.selectFrom('second_factor').select('name').execute()).toEqual([
      { name: 'Laptop' },
    ])
  })
})

describe('a passkey', () => {
  test('uses up its challenge also when the answer is wrong', async () => {
    const portal = await testPortal('SQLite')
    const { world, caller } = await setUp(portal)
    const device = openPasskeyDevice({ origin })
    await add(world, caller, device)
    const right = await assertion(world, caller, device, 1)
    const wrong = { ...right, response: { ...right.response, signature: 'AAAA' } }
    expect(await send(world, caller, wrong)).toBe('invalid')
    expect(await send(world, caller, right)).toBe('gone')
  })

  test('is refused with a counter that does not grow', async () => {
    const portal = await testPortal('SQLite')
    const { world, caller } = await setUp(portal)
    const device = openPasskeyDevice({ origin })
    await add(world, caller, device)
    expect(await send(world, caller, await assertion(world, caller, device, 7))).toBe('confirmed')
    expect(await send(world, caller, await assertion(world, caller, device, 7))).toBe('invalid')
    expect(await send(world, caller, await assertion(world, caller, device, 8))).toBe('confirmed')
  })

  test('is refused from another session, another site, and without a verified user', async () => {
    const portal = await testPortal('SQLite')
    const { world, caller } = await setUp(portal)
    const device = openPasskeyDevice({ origin })
    await add(world, caller, device)
    const elsewhere = { ...caller, session: 'another' }
    expect(await send(world, elsewhere, await assertion(world, caller, device, 1))).toBe('gone')
    for (const options of [
      { origin: 'https://evil.example' },
      { origin: 'https://evil.example', domain: 'members.example' },
      { origin, isUserVerified: false },
    ]) {
      const other = openPasskeyDevice(options)
      await expect(add(world, caller, other)).rejects.toMatchObject({ kind: 'invalid' })
    }
    const stranger = openPasskeyDevice({ origin })
    expect(await send(world, caller, await assertion(world, caller, stranger, 1))).toBe('invalid')
    expect(await portal.db.selectFrom('second_factor').selectAll().execute()).toHaveLength(1)
  })
})

test.each([
  ['https://members.example', true],
  ['http://localhost:3000', true],
  ['http://portal.test', false],
  ['https://192.0.2.1', false],
  ['http://127.0.0.1:3000', false],
])('passkeys at %s: %s', (publicUrl, isAllowed) => {
  expect(allowsPasskeys({ publicUrl } as World)).toBe(isAllowed)
})
