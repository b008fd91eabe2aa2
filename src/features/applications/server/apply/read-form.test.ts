import { describe, expect, test } from 'vitest'
import {
  type FormFile,
  formOf,
  oemFields,
  oemFiles,
  pdf,
  photo,
  sendForm,
  vendorFields,
  vendorFiles,
} from '#test/support/portal/applications.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'

/** The fields of contract 5.8, each with a value that is too short, and the message. */
const common: [field: string, tooShort: string, message: string][] = [
  ['name', 'K', 'Name is required'],
  ['email', 'kiran', 'Please enter a valid email'],
  ['companyName', 'R', 'Company name is required'],
  ['whatsappNumber', '982501234', 'Please enter a valid WhatsApp number'],
  ['address', 'Ahmedabad', 'Please provide complete address'],
  ['factoryAddress', 'Plot 7, A', 'Please provide complete factory address'],
  [
    'certificatePostalAddress',
    'Plot 7, A',
    'Please provide postal address for certificate dispatch',
  ],
  ['servicesProducts', 'Furniture', 'Please describe your services/products in detail'],
  ['referenceBy', 'A', 'Please enter who referred you'],
  ['companyDescription', 'Joinery w', 'Please describe your company'],
]

const oem: typeof common = [
  ['ageSex', '4', 'Age and sex are required'],
  ['designation', 'M', 'Designation is required'],
  ['yearOfIncorporation', '9', 'Year of incorporation is required'],
  ['totalEmployees', '', 'Total number of employees is required'],
]

const vendor: typeof common = [
  ['materials', '[]', 'Select at least one material'],
  ['materials', '', 'Select at least one material'],
  ['materials', '{"paint":true}', 'Select at least one material'],
  ['materials', 'null', 'Select at least one material'],
  ['materials', '["gold"]', 'Please select materials from the list'],
]

const files: [field: string, message: string][] = [
  ['memberPhoto', 'Member Photo is required'],
  ['incorporationCertificate', 'Incorporation certificate is required'],
  ['companyPanCard', 'Company PAN card is required'],
  ['factoryMachineryPhotos', 'Factory / machinery photos are required'],
]

const without = (fields: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name))

describe('validation of an application', () => {
  const answers = async (forms: [Record<string, string>, FormFile[]][]) => {
    const portal = await testPortal('SQLite')
    const said: string[] = []
    for (const [fields, papers] of forms) {
      const answer = await sendForm(portal.visitor(), '/api/auth/apply', formOf(fields, papers))
      const field = answer.headers.get('Error-Field')?.split('.')[0]
      said.push(`${answer.status} ${field}: ${answer.ok ? '' : await answer.text()}`)
    }
    expect(await portal.db.selectFrom('application').select('id').execute()).toEqual([])
    expect(await portal.db.selectFrom('stored_file').select('name').execute()).toEqual([])
    expect(await portal.mails()).toEqual([])
    return said
  }

  test.each([
    ['an OEM', oemFields, oemFiles, [...common, ...oem]],
    ['a vendor', vendorFields, vendorFiles, [...common, ...vendor]],
  ])(
    'refuses short and missing values of %s with the message of the field, and its name',
    async (...row) => {
      const [, fields, papersOf, table] = row
      const papers = await papersOf()
      const forms = table.flatMap(([field, value]): [Record<string, string>, FormFile[]][] => [
        [{ ...fields, [field]: value }, papers],
        [{ ...fields, [field]: ` \t${value}  ` }, papers],
        [without(fields, field), papers],
      ])
      const absent = (field: string, message: string) =>
        field === 'materials' ? 'Select at least one material' : message
      expect(await answers(forms)).toEqual(
        table.flatMap(([field, , message]) => [
          `400 ${field}: ${message}`,
          `400 ${field}: ${message}`,
          `400 ${field}: ${absent(field, message)}`,
        ]),
      )
    },
  )

  test('refuses a missing file, in the order of the form', async () => {
    const papers = await oemFiles()
    const said = await answers([
      ...files.map(([field]): [Record<string, string>, FormFile[]] => [
        oemFields,
        papers.filter((paper) => paper.field !== field),
      ]),
      [oemFields, []],
      [vendorFields, []],
    ])
    expect(said).toEqual([
      ...files.map(([field, message]) => `400 ${field}: ${message}`),
      '400 memberPhoto: Member Photo is required',
      '400 memberPhoto: Member Photo is required',
    ])
  })

  test('refuses invalid types, websites, texts and files', async () => {
    const papers = await oemFiles()
    const twelve = await Promise.all(
      Array.from({ length: 13 }, (_, seed) => photo('factoryMachineryPhotos', seed)),
    )
    const others = papers.filter(({ field }) => field !== 'factoryMachineryPhotos')
    expect(
      await answers([
        [{ ...oemFields, type: 'admin' }, papers],
        [without(oemFields, 'type'), papers],
        [{ ...oemFields, websiteUrl: 'rosewood' }, papers],
        [{ ...oemFields, websiteUrl: 'javascript:alert(1)' }, papers],
        [{ ...oemFields, name: 'Kiran\u202eDesai' }, papers],
        [oemFields, [...papers, await photo()]],
        [oemFields, [...others, ...twelve]],
        [vendorFields, [await photo(), pdf('companyPanCard')]],
        [{ ...vendorFields, companyPanCard: '/uploads/x' }, [await photo()]],
        [vendorFields, [{ ...pdf('memberPhoto'), type: 'image/jpeg' }]],
        [{ ...vendorFields, memberPhoto: '../../etc/passwd' }, []],
      ]),
    ).toEqual([
      '400 type: Please select OEM Member or Vendor',
      '400 type: Please select OEM Member or Vendor',
      '400 websiteUrl: Must be a valid URL',
      '400 websiteUrl: Must be a valid URL',
      '400 name: This text has an invisible character that cannot be used; please type it again',
      '400 memberPhoto: Please upload one file for each field',
      '400 factoryMachineryPhotos: Please upload at most 12 photos',
      '400 undefined: The form for vendors has no file "companyPanCard"',
      '400 companyPanCard: Please select the Company PAN Card',
      '415 memberPhoto: This is a PDF. Please choose a JPG, PNG or GIF file',
      '400 memberPhoto: Please select the Member Photo',
    ])
  })

  test('accepts the shortest valid values without optional fields', async () => {
    const portal = await testPortal('SQLite')
    const least = {
      type: 'vendor',
      name: 'Al',
      email: 'a@b.example',
      companyName: 'XY',
      whatsappNumber: '9825012345',
      address: 'Plot 7, GI',
      factoryAddress: 'Plot 7, GI',
      certificatePostalAddress: 'Plot 7, GI',
      referenceBy: 'Al',
      servicesProducts: 'Plywood 12',
      companyDescription: 'Plywood 12',
      materials: 'plywood',
    }
    const answer = await sendForm(
      portal.visitor(),
      '/api/auth/apply',
      formOf(least, [await photo()]),
    )
    expect(answer.status).toBe(201)
    const admin = await portal.as('admin')
    expect(await admin.get('/api/admin/pending-applications')).toMatchObject([
      {
        notice_version: null,
        consented_at: null,
        formData: {
          materials: ['plywood'],
          websiteUrl: '',
          socialMediaLinks: '',
          otherMaterials: '',
        },
      },
    ])
  })
})
