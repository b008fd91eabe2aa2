// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tidyLocation, useLinkToken } from './link-token.ts'

test.each([
  ['/login/verify#token=a_b-C', '/login/verify', 'a_b-C'],
  ['/login/verify%23token=a_b-C', '/login/verify', 'a_b-C'],
  ['/LOGIN/verify#token=a_b-C).', '/login/verify', 'a_b-C'],
  ['/Login?as=admin', '/login?as=admin', undefined],
])('a tab opened at %s is at %s and has the token %s', (address, shown, token) => {
  window.history.replaceState(null, '', address)
  tidyLocation()
  const { result } = renderHook(() => useLinkToken())
  expect(window.location.pathname + window.location.search + window.location.hash).toBe(shown)
  expect(result.current).toBe(token)
})
