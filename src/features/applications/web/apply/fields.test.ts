import { describe, expect, test } from 'vitest'
import type { MemberRole } from '#shared/roles.ts'
import { oemFormValues } from '#test/support/portal/application-values.ts'
import {
  emptyValues,
  type FormValues,
  fieldErrors,
  fieldOfRefusal,
  fieldsOf,
  isEmpty,
  sharedValues,
  valuesFrom,
} from './fields.ts'

const full: FormValues = { ...oemFormValues, materials: ['veneer'] }
const papers = {
  memberPhoto: 1,
  incorporationCertificate: 1,
  companyPanCard: 1,
  factoryMachineryPhotos: 2,
}

/** Contract 5.8: the longest invalid value of each field, and its message. */
const cases: [type: MemberRole, change: Partial<FormValues>, message: string][] = [
  ['oem', { name: 'A' }, 'Name is required'],
  ['oem', { email: 'asha@teak' }, 'Please enter a valid email'],
  ['oem', { companyName: 'T' }, 'Company name is required'],
  ['oem', { whatsappNumber: '987654321' }, 'Please enter a valid WhatsApp number'],
  ['oem', { address: '123456789' }, 'Please provide complete address'],
  ['oem', { factoryAddress: '123456789' }, 'Please provide complete factory address'],
  [
    'oem',
    { certificatePostalAddress: '123456789' },
    'Please provide postal address for certificate dispatch',
  ],
  ['oem', { servicesProducts: '123456789' }, 'Please describe your services/products in detail'],
  ['vendor', { materials: [] }, 'Select at least one material'],
]

describe('fieldErrors', () => {
  test('accepts complete forms', () => {
    expect(fieldErrors('oem', full, papers)).toEqual([])
    expect(fieldErrors('vendor', full, { memberPhoto: 1 })).toEqual([])
  })

  test.each(cases)('of an %s form with %o: %s', (type, change, message) => {
    const errors = fieldErrors(type, { ...full, ...change }, papers)
    expect(errors).toEqual([{ name: Object.keys(change)[0], message }])
  })

  test('lists missing fields in the order of the form', () => {
    const names = fieldErrors('vendor', emptyValues, {}).map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(['name', 'companyName', 'email'])
    expect(names.slice(-2)).toEqual(['memberPhoto', 'consent'])
    expect(names).toHaveLength(13)
  })

  test('reports a missing photo and more than twelve photos', () => {
    expect(fieldErrors('oem', full, { ...papers, memberPhoto: 0 })).toEqual([
      { name: 'memberPhoto', message: 'Member Photo is required' },
    ])
    expect(fieldErrors('oem', full, { ...papers, factoryMachineryPhotos: 13 })).toEqual([
      { name: 'factoryMachineryPhotos', message: 'Please upload at most 12 photos' },
    ])
  })
})

describe('fieldOfRefusal', () => {
  test.each<[MemberRole, string | undefined, string | undefined]>([
    ['oem', 'whatsappNumber', 'whatsappNumber'],
    ['oem', 'companyPanCard', 'companyPanCard'],
    ['vendor', 'companyPanCard', undefined],
    ['vendor', 'materials.3', 'materials'],
    ['oem', 'materials', undefined],
    ['oem', 'token', undefined],
    ['oem', undefined, undefined],
  ])('of an %s form that names %s is %s', (type, field, expected) => {
    expect(fieldOfRefusal(type, { field })).toBe(expected)
  })
})

describe('form values', () => {
  test('valuesFrom drops entries of another shape', () => {
    const odd = {
      name: 7,
      email: 'a@b.example',
      materials: 'veneer',
      isAdmin: true,
      consent: 'yes',
    }
    expect(valuesFrom(odd)).toEqual({ ...emptyValues, email: 'a@b.example' })
  })

  test('sharedValues has the common fields without the consent', () => {
    const shared = sharedValues('oem', 'vendor', full)
    expect(shared).toMatchObject({ name: full.name, address: full.address })
    expect(shared).toMatchObject({ ageSex: '', materials: [], consent: false })
    expect(isEmpty(sharedValues('oem', 'vendor', { ...emptyValues, ageSex: '44' }))).toBe(true)
  })

  test('fieldsOf lists the fields of one type', () => {
    expect(fieldsOf('vendor')).toContain('materials')
    expect(fieldsOf('vendor')).not.toContain('ageSex')
    expect(fieldsOf('oem')).not.toContain('materials')
    expect(fieldsOf('oem')).not.toContain('consent')
  })
})
