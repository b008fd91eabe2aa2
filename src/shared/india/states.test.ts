import { expect, test } from 'vitest'
import { stateName, stateOf, stateOfGstin, stateOfPinCode, stateTaxName } from './states.ts'

const nameOf = (code: ReturnType<typeof stateOfPinCode>) => code && stateName(code)

test.each([
  ['110015', 'Delhi'],
  ['122001', 'Haryana'],
  ['141003', 'Punjab'],
  ['160002', 'Chandigarh'],
  ['160055', 'Punjab'],
  ['201301', 'Uttar Pradesh'],
  ['244001', 'Uttar Pradesh'],
  ['244713', 'Uttarakhand'],
  ['247667', 'Uttarakhand'],
  ['247001', 'Uttar Pradesh'],
  ['342012', 'Rajasthan'],
  ['370201', 'Gujarat'],
  ['396195', 'Gujarat'],
  ['396230', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['403001', 'Goa'],
  ['411042', 'Maharashtra'],
  ['440008', 'Maharashtra'],
  ['452001', 'Madhya Pradesh'],
  ['492001', 'Chhattisgarh'],
  ['500032', 'Telangana'],
  ['530012', 'Andhra Pradesh'],
  ['560058', 'Karnataka'],
  ['600095', 'Tamil Nadu'],
  ['605001', 'Puducherry'],
  ['682030', 'Kerala'],
  ['683542', 'Kerala'],
  ['700015', 'West Bengal'],
  ['737101', 'Sikkim'],
  ['744101', 'Andaman and Nicobar Islands'],
  ['751010', 'Odisha'],
  ['781005', 'Assam'],
  ['800001', 'Bihar'],
  ['834001', 'Jharkhand'],
  ['605110', undefined],
  ['900056', undefined],
  ['', undefined],
])('the state of PIN code %s is %s', (pinCode, name) => {
  expect(nameOf(stateOfPinCode(pinCode))).toBe(name)
})

test('the GSTIN counts before the addresses, the first address that says a state before the others', () => {
  const pune = 'Timber Market, Pune 411042'
  expect(stateOf('24AAPFU0939F1ZV', [pune])).toBe('24')
  expect(stateOf('', ['Jodhpur', '', pune])).toBe('27')
  expect(stateOf('99AAPFU0939F1ZV', [])).toBeUndefined()
})

test('replaced codes of GSTINs count for the state of today', () => {
  expect([stateOfGstin('25AAAAA'), stateOfGstin('28AAAAA')]).toEqual(['26', '37'])
})

test('union territories without a legislature have UTGST', () => {
  const codes = ['04', '25', '26', '31', '35', '38', '97']
  expect(new Set(codes.map(stateTaxName))).toEqual(new Set(['UTGST']))
  expect(['01', '07', '27', '34', ''].map(stateTaxName)).toEqual(Array(5).fill('SGST'))
})

test('states have names in both languages', () => {
  expect([stateName('27'), stateName('27', 'hi')]).toEqual(['Maharashtra', 'महाराष्ट्र'])
})
