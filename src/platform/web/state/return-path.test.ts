import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  clearReturnPath,
  disableReturnPath,
  enableReturnPath,
  savedReturnPath,
  saveReturnPath,
  takeReturnPath,
} from './return-path.ts'

const stored = new Map<string, string>()
const halfHour = 30 * 60_000

beforeEach(() => {
  stored.clear()
  enableReturnPath()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the return path', () => {
  test('is stored for half an hour', () => {
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

  test('can be looked at before it is taken', () => {
    saveReturnPath('/jobs?job=1', 0)
    expect(savedReturnPath(halfHour - 1)).toBe('/jobs?job=1')
    expect(savedReturnPath(halfHour)).toBeNull()
    expect(takeReturnPath(1000)).toBe('/jobs?job=1')
    expect(savedReturnPath(11_000)).toBeNull()
  })

  test('can be read by several tabs for ten seconds, then it is removed', () => {
    saveReturnPath('/jobs', 0)
    expect(takeReturnPath(1000)).toBe('/jobs')
    expect(takeReturnPath(10_999)).toBe('/jobs')
    expect(takeReturnPath(11_000)).toBeNull()
    expect(stored.size).toBe(0)
  })

  test('is not saved between signing out and the next sign-in', () => {
    saveReturnPath('/jobs', 0)
    disableReturnPath()
    saveReturnPath('/jobs', 0)
    expect(takeReturnPath(0)).toBeNull()
    enableReturnPath()
    saveReturnPath('/jobs', 0)
    expect(takeReturnPath(0)).toBe('/jobs')
  })

  test.each(['{', '[]', '"/jobs"', '{"path":1,"at":0}', '{"path":"/jobs"}'])(
    'is null when %s is stored',
    (text) => {
      stored.set('wanted-path', text)
      expect(takeReturnPath(0)).toBeNull()
    },
  )

  test('lasts as long as the page where localStorage is not available', () => {
    vi.stubGlobal('localStorage', undefined)
    saveReturnPath('/jobs', 0)
    expect(takeReturnPath(0)).toBe('/jobs')
    clearReturnPath()
    expect(takeReturnPath(0)).toBeNull()
  })
})
