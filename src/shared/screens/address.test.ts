import { expect, test } from 'vitest'
import { loggedPath, screenPath, tidyAddress, tokenIn } from './address.ts'

test.each([
  ['/login', '/login'],
  ['/Login', '/login'],
  ['/LOGIN/verify', '/login/verify'],
  ['/login/', '/login'],
  ['/', '/'],
  ['/Admin/Member-Data', '/admin/member-data'],
  ['/Verify/aBc-12', '/verify/aBc-12'],
  ['/verify/', undefined],
  ['/logins', undefined],
  ['/login/x', undefined],
  ['/API/user', undefined],
  ['', undefined],
])('the screen at %s is %s', (path, screen) => {
  expect(screenPath(path)).toBe(screen)
})

test.each([
  ['/login/verify#token=a_b-C', '/login/verify#token=a_b-C'],
  ['/login/verify%23token=a_b-C', '/login/verify#token=a_b-C'],
  ['/login/verify/%23token=a_b-C', '/login/verify#token=a_b-C'],
  ['/Login/Verify%23token%3Da_b-C', '/login/verify#token=a_b-C'],
  ['/login/verify%2523token%253da_b-C', '/login/verify#token=a_b-C'],
  ['/login/verify?utm_source=mail%23token=a_b-C', '/login/verify?utm_source=mail#token=a_b-C'],
  ['/login/verify%23token=a_b-C?utm_source=mail', '/login/verify#token=a_b-C?utm_source=mail'],
  ['/apply/status%23token=a_b-C', '/apply/status#token=a_b-C'],
  ['/dues%23token=id.a_b-C', '/dues#token=id.a_b-C'],
  ['/Login?as=admin', '/login?as=admin'],
  ['/verify/AbC', '/verify/AbC'],
  ['/jobs?search=%23token', '/jobs?search=%23token'],
  ['/nothing%23token=a', '/nothing%23token=a'],
  ['/uploads/AbC.pdf', '/uploads/AbC.pdf'],
])('the address %s is tidied to %s', (address, tidy) => {
  expect(tidyAddress(address)).toBe(tidy)
})

test.each([
  ['/login/verify%23token=secret', '/login/verify…'],
  ['/login/verify%2523token%253da_b', '/login/verify…'],
  ['/login/verify/token=secret', '/login/verify/…'],
  ['/anything%23secret', '/anything…'],
  ['/api/members/AbC', '/api/members/AbC'],
])('the log has of the path %s: %s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged)
})

test.each([
  ['#token=a_b-C', 'a_b-C'],
  ['#token=a_b-C.', 'a_b-C'],
  ['#token=a_b-C,', 'a_b-C'],
  ['#token=a_b-C)', 'a_b-C'],
  ['#token=a_b-C>.', 'a_b-C'],
  ['#token=a_b-C%3E', 'a_b-C'],
  ['#token%3Da_b-C', 'a_b-C'],
  ['#token=a_b-C%', 'a_b-C'],
  ['#token=a_b-C\u200b', 'a_b-C'],
  ['#token=a_b-C?utm_source=mail', 'a_b-C'],
  ['#token=a_b-C&utm_source=mail', 'a_b-C'],
  ['#utm_source=mail&token=a_b-C', 'a_b-C'],
  ['https://portal.example/dues#token=id.a_b-C.', 'id.a_b-C'],
  ['#token=', undefined],
  ['#other=a', undefined],
  ['', undefined],
])('the token in %j is %s', (link, token) => {
  expect(tokenIn(link)).toBe(token)
})
