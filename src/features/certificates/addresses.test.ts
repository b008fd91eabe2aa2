import { expect, test } from 'vitest'
import { addressLines, byPinCode } from './addresses.ts'

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
    'Zebra',
    'Teak',
    'PlyAsha',
    'plyRavi',
    'Acacia',
    'Acme',
  ])
})

test('the lines of an address are those that were typed', () => {
  expect(addressLines(' Plot 14 \r\n\n Pune 411042')).toEqual(['Plot 14', 'Pune 411042'])
})
