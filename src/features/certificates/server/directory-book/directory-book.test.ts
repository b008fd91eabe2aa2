import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { engines } from '#test/support/engines.ts'
import { pdfLines, pdfPages } from '#test/support/pdf.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'
import { type DirectoryBookJob, type PrintedMember, render } from './document.ts'

const fields = {
  name: 'Asha Patil',
  company_name: 'Teak & Co',
  whatsapp_number: '+91 98290 11111',
  address: 'Timber Market, Pune 411042',
  factory_address: 'Bhosari, Pune 411026',
}

const member = (values: Partial<PrintedMember>): PrintedMember => ({
  role: 'oem',
  name: '',
  company_name: '',
  membership_number: null,
  city: '',
  business_partner: '',
  company_description: '',
  services_products: '',
  additional_info_materials_products: [],
  materials_other: '',
  website_url: '',
  social_links: '',
  whatsapp_number: null,
  email: null,
  address: null,
  factory_address: null,
  ...values,
})

const job: DirectoryBookJob = {
  members: [],
  association_name: 'Panel Makers Association',
  year: '2024-25',
  printedDay: '05/01/2025',
  date: '2025-01-05T00:00:00.000Z',
  language: 'en',
  size: 'A4',
  logo: undefined,
}

describe('the printed directory', () => {
  test.each(engines)(
    'has what members see of each other and nothing else on %s',
    async (engine) => {
      const portal = await testPortal(engine)
      const admin = await portal.as('admin')
      const add = async (email: string, values: object, shown: object = {}) => {
        const { id } = await addMember(portal.world, 'nobody', {
          ...newMemberOf('oem', email),
          ...fields,
          ...values,
        })
        await portal.db
          .updateTable('person')
          .set({
            remarks: 'secret remark',
            gstin: '27AAPFU0939F1ZV',
            certificate_postal_address: 'secret postal address',
            show_phone: true,
            show_email: true,
            show_address: true,
            ...shown,
          })
          .where('id', '=', id)
          .execute()
      }
      await add('open@ply.example', {})
      await add(
        'private@ply.example',
        { company_name: 'Quiet Works', whatsapp_number: '+91 98290 22222', address: 'Hidden Lane' },
        { show_phone: false, show_email: false, show_address: false },
      )
      await add('hidden@ply.example', { company_name: 'Unlisted Ltd' }, { is_visible: false })
      await add('left@ply.example', { company_name: 'Former Ltd' }, { is_active: false })
      const answer: Response = await admin.request('GET', '/api/admin/directory/document?size=A5')
      expect(answer.headers.get('Content-Disposition')).toContain(
        'members-directory-2025-01-05.pdf',
      )
      const text = pdfLines(new Uint8Array(await answer.arrayBuffer())).join('\n')
      for (const shown of [
        'Members directory 2024-25',
        'Teak & Co',
        'Quiet Works',
        '98290 11111',
        'open@ply.example',
        'Timber Market',
        'Bhosari',
        'Index of companies',
      ])
        expect(text).toContain(shown)
      for (const secret of [
        '98290 22222',
        'private@ply.example',
        'Hidden Lane',
        'Unlisted',
        'Former',
        'secret',
        '27AAPFU',
      ])
        expect(text).not.toContain(secret)
    },
  )

  test('names the page of every company, and prints Hindi', async () => {
    const members = Array.from({ length: 120 }, (_, index) =>
      member({
        role: index < 60 ? 'oem' : 'vendor',
        company_name: `Company ${String(index).padStart(3, '0')}`,
        services_products: 'Chairs, tables and cupboards of teak and plywood for schools',
        additional_info_materials_products: index % 2 ? ['veneer'] : [],
      }),
    )
    const bytes = await render({ ...job, members })
    const pages = linesOfPages(bytes)
    const printed = (company: string) => pages.findIndex((lines) => lines.includes(company)) + 1
    const index =
      pages
        .flat()
        .join(' ')
        .match(/Company \d{3} \d+\b/g) ?? []
    // Each company once, and each vendor of veneer once more.
    expect(index).toHaveLength(120 + 30)
    for (const line of index) {
      const [, company = '', page] = line.match(/^(Company \d{3}) (\d+)$/) ?? []
      expect([company, Number(page)]).toEqual([company, printed(company)])
    }
    const hindi = await render({
      ...job,
      language: 'hi',
      members: [member({ company_name: 'क्षत्रिय प्लाईवुड', name: 'बढ़ई राम', city: 'पुणे' })],
    })
    const lines = pdfLines(hindi)
    expect(lines).toContain('सदस्य निर्देशिका 2024-25')
    expect(lines).toContain('क्षत्रिय प्लाईवुड')
    expect(lines).toContain('बढ़ई राम, पुणे')
  })

  test('leaves out letters that cannot be drawn, and has all other members', async () => {
    const members = [
      member({ company_name: 'Teak 🪑 & Co', name: 'શ્રી ગણેશ પટેલ' }),
      member({ company_name: '中文公司', name: 'Li Wei', membership_number: 'OEM7' }),
    ]
    const lines = pdfLines(await render({ ...job, members }))
    expect(lines).toEqual(expect.arrayContaining(['Teak & Co', 'શ્રી ગણેશ પટેલ', 'Li Wei']))
    expect(lines.join()).not.toMatch(/[\u4e00-\u9fff\uFFFD]/)
  })

  test('has the same bytes for the same members', async () => {
    const members = [member({ company_name: 'Teak & Co', email: 'asha@teak.example' })]
    expect(await render({ ...job, members })).toEqual(await render({ ...job, members }))
  })

  test('of an empty directory says so', async () => {
    expect(pdfLines(await render(job))).toContain('The directory has no members.')
  })
})

/** The lines of each page. */
const linesOfPages = (bytes: Uint8Array): string[][] =>
  pdfPages(bytes).map((page) => page.split('\n').map((line) => line.trim()))
