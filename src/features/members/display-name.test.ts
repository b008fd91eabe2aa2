import { expect, test } from 'vitest'
import { memberDisplayName, memberWithCompany } from './display-name.ts'

const asha = {
  name: 'Asha Patil',
  company_name: 'Teak & Co',
  membership_number: 'OEM2024001',
  email: 'asha@teak.example',
}
const unnamed = { ...asha, name: '', company_name: '' }

test.each([
  ['the name', asha, 'Asha Patil', 'Asha Patil of Teak & Co'],
  ['the company', { ...asha, name: '' }, 'Teak & Co', 'Teak & Co'],
  ['the number', unnamed, 'OEM2024001', 'OEM2024001'],
  ['the email', { ...unnamed, membership_number: null }, 'asha@teak.example', 'asha@teak.example'],
  [
    'a fixed text',
    { name: '', company_name: '' },
    'Member without a name',
    'Member without a name',
  ],
])('a member is called by %s', (_by, member, name, withCompany) => {
  expect([memberDisplayName(member), memberWithCompany(member)]).toEqual([name, withCompany])
})
