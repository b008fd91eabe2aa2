import { describe, expect, test } from 'vitest'
import { readFormData } from './calls.ts'

describe('the form of an application, as it came over the wire,', () => {
  test.each([
    ['companyName', { companyName: 'Teak & Co' }],
    ['company_name', { company_name: 'Teak & Co' }],
  ])('names the company under %s', (_name, sent) => {
    expect(readFormData(sent).companyName).toBe('Teak & Co')
  })

  test.each([
    ['an array', ['plywood', 'mdf'], ['plywood', 'mdf']],
    ['a JSON string', '["plywood","mdf"]', ['plywood', 'mdf']],
    ['one word', 'plywood', ['plywood']],
    ['broken JSON', '["plywood"', ['["plywood"']],
    ['nothing', '', undefined],
    ['an empty array', '[]', undefined],
  ])('lists its materials from %s', (_name, materials, expected) => {
    expect(readFormData({ materials }).materials).toEqual(expected)
  })

  test.each([['otherMaterials'], ['materialsOther'], ['materials_other']])(
    'tells other materials under %s',
    (name) => {
      expect(readFormData({ [name]: 'Glue' }).otherMaterials).toBe('Glue')
    },
  )

  test('has its files at the address of the portal’s uploads and nowhere else', () => {
    expect(
      readFormData({
        memberPhoto: '/uploads/a-photo.jpg',
        companyPanCard: 'pan_card.pdf',
        incorporationCertificate: 'https://elsewhere.example/uploads/a.pdf',
        businessCard: 'javascript:alert(1)',
        factoryMachineryPhotos: '["/uploads/one.jpg","/uploads/../two.jpg"]',
      }),
    ).toEqual({
      ...readFormData({}),
      memberPhoto: '/uploads/a-photo.jpg',
      companyPanCard: '/uploads/pan_card.pdf',
      factoryMachineryPhotos: ['/uploads/one.jpg'],
    })
  })

  test('is empty words where nothing was sent', () => {
    expect(readFormData(null)).toMatchObject({ name: '', address: '', socialMediaLinks: '' })
  })
})
