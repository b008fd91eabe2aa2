import { expect, test } from 'vitest'
import { pinCodeOf } from './pin-code.ts'

test.each([
  ['F-214, Boranada, Jodhpur 342012, Rajasthan', '342012'],
  ['Plot 9825012345, Pune - 411 042', '411042'],
  ['प्लॉट १४, टिंबर मार्केट, पुणे ४११०४२', '411042'],
  ['GSTIN 27AAATF0000K1Z9, 560001 Bengaluru, Shop 110001', '110001'],
  ['Jodhpur 042012', ''],
  ['Bolpur, Ph: 03463 252525', ''],
  ['Bolpur 731204, Ph: 03463-252525', '731204'],
  ['', ''],
])('the PIN code of %s is %s', (address, pin) => {
  expect(pinCodeOf(address)).toBe(pin)
})
