import { setImmediate as nextImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurnEnd } from './turn-end.ts'

test('resolves for all callers of a turn at its end', async () => {
  const turnEnd = createTurnEnd()
  const events: string[] = []
  const call = async (name: string) => {
    await turnEnd()
    events.push(name)
  }
  const both = Promise.all([call('first'), call('second')])
  for (let i = 0; i < 10; i++) await undefined
  expect(events).toEqual([])
  await both
  expect(events).toEqual(['first', 'second'])
  const later = call('next turn')
  expect(events).not.toContain('next turn')
  await later
})

test('does not wait for a second after a long turn', async () => {
  let milliseconds = 0
  const turnEnd = createTurnEnd(() => milliseconds)
  const waits = () => turnEnd() !== undefined
  expect(waits()).toBe(true)
  milliseconds = 5
  await nextImmediate()
  expect(waits()).toBe(true)
  milliseconds = 11
  await nextImmediate()
  expect(waits()).toBe(false)
  milliseconds = 1010
  expect(waits()).toBe(false)
  milliseconds = 1011
  expect(waits()).toBe(true)
})
