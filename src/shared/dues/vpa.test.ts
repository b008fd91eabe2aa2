import { expect, test } from 'vitest'
import { personalVpa, vpaWarning } from './vpa.ts'

test.each([
  ['9825012345@paytm', 'phone'],
  ['919825012345@upi', 'phone'],
  ['+919825012345@ybl', 'phone'],
  ['9825012345-2@ybl', 'phone'],
  ['9825012345@sbi', 'phone'],
  ['ramesh.patel@okhdfcbank', 'app'],
  ['ramesh@OKSBI', 'app'],
  ['asha@ibl', 'app'],
  ['asha@axl', 'app'],
  ['asha@upi', 'app'],
])('%s looks personal', (vpa, reason) => {
  expect(personalVpa(vpa)).toMatchObject({ reason })
  expect(vpaWarning(vpa)).toMatch(/^This looks like a personal UPI ID\. /)
})

test.each([
  'fpma@sbi',
  'fpma.dues@hdfcbank',
  'Q123456789@ybl',
  'paytmqr281005050101@paytm',
  'paytm-12345@paytm',
  'fpma.rzp@hdfcbank',
  'eazypay.12345@icici',
  'fpma@examplebank',
  '1234567890@sbi',
  'toString@constructor',
  'a@b@ybl',
  'ybl',
  '',
])('%s does not', (vpa) => {
  expect(personalVpa(vpa)).toBeUndefined()
  expect(vpaWarning(vpa)).toBeUndefined()
})
