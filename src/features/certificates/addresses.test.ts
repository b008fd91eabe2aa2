import { expect, test } from 'vitest'
import { addressLines, byPinCode, pinCodeOf } from './addresses.ts'

test.each([
  ['F-214, Boranada, Jodhpur 342012, Rajasthan', '342012'],
  ['Plot 9825012345, Pune - 411 042', '411042'],
  ['प्लॉट १४, टिंबर मार्केट, पुणे ४११०४२', '411042'],
  ['GSTIN 27AAATF0000K1Z9, 560001 Bengaluru, Shop 110001', '110001'],
  ['Jodhpur 042012', ''],
  ['', ''],
])('the PIN code of %s is %s', (address, pin) => {
  expect(pinCodeOf(address)).toBe(pin)
})

test('members are sorted by PIN code, company and name; those without one come last', () => {
  const member = (certificate_postal_address: string, company_name: string, name = '') => ({
    certificate_postal_address,
    company_name,
    name,
  })
  const sorted = [
    member('Jodhpur 342012', 'Teak'),
    member('', 'Acacia'),
    member('Pune 411042', 'ply', 'Ravi'),
    member('Pune 411042', 'Ply', 'Asha'),
    member('Delhi', 'Acme'),
    member('Delhi 110001', 'Zebra'),
  ].toSorted(byPinCode)
  expect(sorted.map(({ company_name, name }) => company_name + name)).toEqual([
    ...['Zebra', 'Teak', 'PlyAsha', 'plyRavi', 'Acacia', 'Acme'],
  ])
})

test('the lines of an address are those that were typed', () => {
  expect(addressLines(' Plot 14 \r\n\n Pune 411042')).toEqual(['Plot 14', 'Pune 411042'])
})
