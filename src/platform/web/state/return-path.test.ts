import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetWanted, rememberWanted, sayGoodbye, sayWelcome, takeWanted } from './return-path.ts'

const kept = new Map<string, string>()
const halfHour = 30 * 60_000

beforeEach(() => {
  kept.clear()
  sayWelcome()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the path somebody wanted', () => {
  test('is kept for half an hour', () => {
    rememberWanted('/jobs?job=1', 1000)
    expect(takeWanted(999)).toBeNull()
    rememberWanted('/jobs?job=1', 1000)
    expect(takeWanted(1000 + halfHour - 1)).toBe('/jobs?job=1')
    rememberWanted('/jobs?job=1', 1000)
    expect(takeWanted(1000 + halfHour)).toBeNull()
    rememberWanted('/jobs?job=1', 1000)
    forgetWanted()
    expect(takeWanted(1000)).toBeNull()
  })

  test('is used up by landing there, but for two tabs that land together', () => {
    rememberWanted('/jobs', 0)
    expect(takeWanted(1000)).toBe('/jobs')
    expect(takeWanted(10_999)).toBe('/jobs')
    expect(takeWanted(11_000)).toBeNull()
    expect(kept.size).toBe(0)
  })

  test('is nothing after a goodbye, until the next sign-in', () => {
    rememberWanted('/jobs', 0)
    sayGoodbye()
    rememberWanted('/jobs', 0)
    expect(takeWanted(0)).toBeNull()
    sayWelcome()
    rememberWanted('/jobs', 0)
    expect(takeWanted(0)).toBe('/jobs')
  })

  test.each(['{', '[]', '"/jobs"', '{"path":1,"at":0}', '{"path":"/jobs"}'])(
    'is nothing when %s was kept',
    (text) => {
      kept.set('wanted-path', text)
      expect(takeWanted(0)).toBeNull()
    },
  )

  test('is nothing in a browser that keeps nothing', () => {
    vi.stubGlobal('localStorage', undefined)
    rememberWanted('/jobs', 0)
    forgetWanted()
    expect(takeWanted(0)).toBeNull()
  })
})
