import { describe, expect, test } from 'vitest'
import type { MemberRole } from '#shared/roles.ts'
import {
  blankFields,
  deleteDraft,
  type FormValues,
  fieldErrors,
  fieldOfRefusal,
  fieldsOf,
  isBlank,
  loadDraft,
  newDraft,
  saveDraft,
  sharedFields,
  valuesFrom,
  withScheme,
} from './draft.ts'

const full: FormValues = {
  ...blankFields,
  name: 'Asha Patil',
  companyName: 'Teak Works',
  ageSex: '44 / F',
  designation: 'Partner',
  email: 'asha@teak.example',
  whatsappNumber: '+91 98765 43210',
  yearOfIncorporation: '1998',
  totalEmployees: '6',
  address: 'Plot 14, Bhosari, Pune',
  factoryAddress: 'Plot 15, Bhosari, Pune',
  certificatePostalAddress: 'Post Box 7, Bhosari, Pune',
  companyDescription: 'Makes furniture',
  servicesProducts: 'Wardrobes and doors',
  materials: ['veneer'],
  referenceBy: 'Ravi Kumar',
  consent: true,
}
const papers = {
  memberPhoto: 1,
  incorporationCertificate: 1,
  companyPanCard: 1,
  factoryMachineryPhotos: 2,
}

/** Specification section 5, Application form; the edge just below, and the words. */
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

describe('an application that is filled in', () => {
  test('lacks nothing when everything is there', () => {
    expect(fieldErrors('oem', full, papers)).toEqual([])
    expect(fieldErrors('vendor', full, { memberPhoto: 1 })).toEqual([])
  })

  test.each(cases)('as %s with %o says: %s', (type, change, message) => {
    const wrong = fieldErrors(type, { ...full, ...change }, papers)
    expect(wrong).toEqual([{ name: Object.keys(change)[0], message }])
  })

  test('names what is missing in the order of the form', () => {
    const names = fieldErrors('vendor', blankFields, {}).map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(['name', 'companyName', 'email'])
    expect(names.slice(-2)).toEqual(['memberPhoto', 'consent'])
    expect(names).toHaveLength(13)
  })

  test('says a required photo in the words of the specification, and more than twelve', () => {
    expect(fieldErrors('oem', full, { ...papers, memberPhoto: 0 })).toEqual([
      { name: 'memberPhoto', message: 'Member Photo is required' },
    ])
    expect(fieldErrors('oem', full, { ...papers, factoryMachineryPhotos: 13 })).toEqual([
      { name: 'factoryMachineryPhotos', message: 'Please send at most 12 photos' },
    ])
  })
})

describe('a refusal of the portal', () => {
  test.each([
    ['Please enter a valid WhatsApp number', 'whatsappNumber'],
    ['Must be a valid URL', 'websiteUrl'],
    ['Company PAN card is required', 'companyPanCard'],
    ['Please send at most 12 photos', 'factoryMachineryPhotos'],
    ['Too many applications came from here', undefined],
    ['', undefined],
  ])('%o belongs to %s', (words, field) => {
    expect(fieldOfRefusal('oem', words)).toBe(field)
  })
})

describe('a website', () => {
  test.each([
    ['www.teak.example', 'https://www.teak.example'],
    [' teak.example/doors?x=1 ', 'https://teak.example/doors?x=1'],
    ['https://teak.example', 'https://teak.example'],
    ['http://teak.example', 'http://teak.example'],
    ['teak', 'teak'],
    ['asha@teak.example', 'asha@teak.example'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['none at the moment.', 'none at the moment.'],
    ['', ''],
  ])('typed as %o becomes %o', (typed, address) => {
    expect(withScheme(typed)).toBe(address)
  })
})

describe('a draft', () => {
  test('is kept under its slot, and comes back as it was', () => {
    const draft = newDraft(full)
    saveDraft('oem', draft)
    expect(loadDraft('oem')).toEqual(draft)
    expect(loadDraft('vendor')).toBeUndefined()
    deleteDraft('oem')
    expect(loadDraft('oem')).toBeUndefined()
  })

  test('is gone after thirty days', () => {
    saveDraft('oem', newDraft(full))
    expect(loadDraft('oem', Date.now() + 29 * 86_400_000)).toBeDefined()
    expect(loadDraft('oem', Date.now() + 31 * 86_400_000)).toBeUndefined()
  })

  test('takes only what fits from whatever was kept', () => {
    const odd = {
      name: 7,
      email: 'a@b.example',
      materials: 'veneer',
      isAdmin: true,
      consent: 'yes',
    }
    expect(valuesFrom(odd)).toEqual({ ...blankFields, email: 'a@b.example' })
  })

  test('gives the other form only what both ask for, and the agreement anew', () => {
    const shared = sharedFields('oem', 'vendor', full)
    expect(shared).toMatchObject({ name: full.name, address: full.address })
    expect(shared).toMatchObject({ ageSex: '', materials: [], consent: false })
    expect(isBlank(sharedFields('oem', 'vendor', { ...blankFields, ageSex: '44' }))).toBe(true)
  })

  test('sends the fields of its type alone', () => {
    expect(fieldsOf('vendor')).toContain('materials')
    expect(fieldsOf('vendor')).not.toContain('ageSex')
    expect(fieldsOf('oem')).not.toContain('materials')
    expect(fieldsOf('oem')).not.toContain('consent')
  })
})
