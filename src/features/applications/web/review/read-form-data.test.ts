import { describe, expect, test } from 'vitest'
import { readFormData } from './read-form-data.ts'

describe('readFormData', () => {
  test.each([
    ['companyName', { companyName: 'Teak & Co' }],
    ['company_name', { company_name: 'Teak & Co' }],
  ])('reads the company from %s', (_name, sent) => {
    expect(readFormData(sent).companyName).toBe('Teak & Co')
  })

  test.each([
    ['an array', ['plywood', 'mdf'], ['plywood', 'mdf']],
    ['a JSON string', '["plywood","mdf"]', ['plywood', 'mdf']],
    ['one word', 'plywood', ['plywood']],
    ['broken JSON', '["plywood"', ['["plywood"']],
    ['nothing', '', undefined],
    ['an empty array', '[]', undefined],
  ])('reads the materials from %s', (_name, materials, expected) => {
    expect(readFormData({ materials }).materials).toEqual(expected)
  })

  test.each([['otherMaterials'], ['materialsOther'], ['materials_other']])(
    'reads other materials from %s',
    (name) => {
      expect(readFormData({ [name]: 'Glue' }).otherMaterials).toBe('Glue')
    },
  )

  test("keeps only addresses of the portal's uploads as files", () => {
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

  test('has empty texts for absent fields', () => {
    expect(readFormData(null)).toMatchObject({ name: '', address: '', socialMediaLinks: '' })
  })
})
