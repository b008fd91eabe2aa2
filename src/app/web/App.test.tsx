// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { ApiError } from '#platform/web/api/call.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import { currentToast } from '#platform/web/toast/toast.ts'
import './App.tsx'

const refused = (headers: Record<string, string>) =>
  new ApiError(409, '409: It is taken', 'It is taken', new Headers(headers))

test('a toast offers the earlier payment that is the reason of a refusal', () => {
  errorToast(refused({ 'Error-Member': 'asha' }), '')
  expect(currentToast()).toMatchObject({
    description: 'It is taken',
    action: { label: 'Show the earlier payment' },
  })
  errorToast(refused({}), '')
  expect(currentToast()?.action).toBeUndefined()
})
