import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  clearReturnPath,
  disableReturnPath,
  enableReturnPath,
  saveReturnPath,
  takeReturnPath,
} from './return-path.ts'

const kept = new Map<string, string>()
const halfHour = 30 * 60_000

beforeEach(() => {
  kept.clear()
  enableReturnPath()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the path somebody wanted', () => {
  test('is kept for half an hour', () => {
    saveReturnPath('/jobs?job=1', 1000)
    expect(takeReturnPath(999)).toBeNull()
    saveReturnPath('/jobs?job=1', 1000)
    expect(takeReturnPath(1000 + halfHour - 1)).toBe('/jobs?job=1')
    saveReturnPath('/jobs?job=1', 1000)
    expect(takeReturnPath(1000 + halfHour)).toBeNull()
    saveReturnPath('/jobs?job=1', 1000)
    clearReturnPath()
    expect(takeReturnPath(1000)).toBeNull()
  })

  test('is used up by landing there, but for two tabs that land together', () => {
    saveReturnPath('/jobs', 0)
    expect(takeReturnPath(1000)).toBe('/jobs')
    expect(takeReturnPath(10_999)).toBe('/jobs')
    expect(takeReturnPath(11_000)).toBeNull()
    expect(kept.size).toBe(0)
  })

  test('is nothing after a goodbye, until the next sign-in', () => {
    saveReturnPath('/jobs', 0)
    disableReturnPath()
    saveReturnPath('/jobs', 0)
    expect(takeReturnPath(0)).toBeNull()
    enableReturnPath()
    saveReturnPath('/jobs', 0)
    expect(takeReturnPath(0)).toBe('/jobs')
  })

  test.each(['{', '[]', '"/jobs"', '{"path":1,"at":0}', '{"path":"/jobs"}'])(
    'is nothing when %s was kept',
    (text) => {
      kept.set('wanted-path', text)
      expect(takeReturnPath(0)).toBeNull()
    },
  )

  test('is nothing in a browser that keeps nothing', () => {
    vi.stubGlobal('localStorage', undefined)
    saveReturnPath('/jobs', 0)
    clearReturnPath()
    expect(takeReturnPath(0)).toBeNull()
  })
})
