import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { testDatabase } from '#test/support/portal/test-portal.ts'
import { createProgress, currentProgress, startProgress } from './progress.ts'

const now = () => new Date('2025-01-05T09:00:00.000Z')

describe.each(engines)('progress on %s', (engine) => {
  const open = async () => ({ ...(await testDatabase(engine)), now })

  test('shows the first of two requests with the same key until it ends, then the other', async () => {
    const world = await open()
    const current = () => currentProgress(world, 'admin', 'key')
    const first = startProgress(world, 'admin', 'key', { done: 0 })
    const second = startProgress(world, 'admin', 'key', { done: 0 })
    first.report({ done: 10 })
    expect(await current()).toEqual({ done: 10 })
    await first.end()
    expect(await current()).toEqual({ done: 0 })
    second.report({ done: 5 })
    expect(await current()).toEqual({ done: 5 })
    await second.end()
    expect(await current()).toBeNull()
  })

  test('belongs to one administrator and one key', async () => {
    const world = await open()
    const progress = startProgress(world, 'admin', 'key', { done: 0 })
    expect(await currentProgress(world, 'admin', 'other')).toBeNull()
    expect(await currentProgress(world, 'other', 'key')).toBeNull()
    await progress.end()
  })
})

test('is known to other processes until it ends, or until its process has been silent for long', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { db } = await testDatabase('PostgreSQL')
  const clock = { now: now() }
  const world = { db, now: () => clock.now }
  const other = createProgress()
  const expectSeen = (expected: unknown) =>
    expect.poll(() => other.currentProgress(world, 'admin', 'key')).toEqual(expected)
  const progress = startProgress(world, 'admin', 'key', { done: 0 })
  progress.report({ done: 7 })
  vi.advanceTimersByTime(1000)
  await expectSeen({ done: 7 })
  // Simulates a crash of the process: nothing is stored after it.
  clock.now = new Date(now().getTime() + 60_000)
  expect(await other.currentProgress(world, 'admin', 'key')).toBeNull()
  vi.advanceTimersByTime(1000)
  await expectSeen({ done: 7 })
  await progress.end()
  expect(await other.currentProgress(world, 'admin', 'key')).toBeNull()
  expect(await db.selectFrom('request_progress').selectAll().execute()).toEqual([])
})
