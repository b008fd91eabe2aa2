// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

const freshQueue = async () => {
  vi.resetModules()
  return import('./whatsapp-queue.ts')
}

test('the WhatsApp queue continues after a reload until everybody is done', async () => {
  const { startQueue, markInQueue, useWhatsappQueue } = await freshQueue()
  const { result } = renderHook(() => useWhatsappQueue())
  expect(result.current).toBeNull()
  act(() => startQueue(['a', 'b', 'c']))
  act(() => markInQueue('a', 'sent'))
  act(() => markInQueue('b', 'skipped'))
  expect(result.current).toEqual({ ids: ['a', 'b', 'c'], done: { a: 'sent', b: 'skipped' } })

  const reloaded = await freshQueue()
  const { result: after } = renderHook(() => reloaded.useWhatsappQueue())
  expect(after.current).toEqual(result.current)
  expect(after.current && reloaded.isFinished(after.current)).toBe(false)
  act(() => reloaded.markInQueue('c', 'sent'))
  expect(after.current && reloaded.isFinished(after.current)).toBe(true)
  act(() => reloaded.endQueue())
  expect(after.current).toBeNull()

  localStorage.setItem('whatsapp-queue', '{"ids":1}')
  const { result: broken } = renderHook(() => reloaded.useWhatsappQueue())
  expect(broken.current).toBeNull()
})
