// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createWhatsappQueue, isFinished } from './whatsapp-queue.ts'

test('the WhatsApp queue continues after a reload until everybody is done', () => {
  const { startQueue, markInQueue, useWhatsappQueue } = createWhatsappQueue()
  const { result } = renderHook(() => useWhatsappQueue())
  expect(result.current).toBeNull()
  act(() => startQueue(['a', 'b', 'c']))
  act(() => markInQueue('a', 'sent'))
  act(() => markInQueue('b', 'skipped'))
  expect(result.current).toEqual({ ids: ['a', 'b', 'c'], done: { a: 'sent', b: 'skipped' } })

  const reloaded = createWhatsappQueue()
  const { result: after } = renderHook(() => reloaded.useWhatsappQueue())
  expect(after.current).toEqual(result.current)
  expect(after.current && isFinished(after.current)).toBe(false)
  act(() => reloaded.markInQueue('c', 'sent'))
  expect(after.current && isFinished(after.current)).toBe(true)
  act(() => reloaded.endQueue())
  expect(after.current).toBeNull()

  localStorage.setItem('whatsapp-queue', '{"ids":1}')
  const broken = createWhatsappQueue()
  const { result: none } = renderHook(() => broken.useWhatsappQueue())
  expect(none.current).toBeNull()
})
