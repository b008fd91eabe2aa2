/** What people do in the portal, step by step, each to its end with the result read back. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jpegPhoto, plainPdf, pngPhoto } from '#test/files/sample-files.ts'
import { workbook } from '#test/files/workbook.ts'
import type { MailServer } from '#test/setup/mail-server.ts'
import { adminEmail, codeOf, isTo, tokenOf } from '#test/support/process/sign-in.ts'
import type { Person } from './person.ts'

export interface Setting {
  person: Person
  mail: MailServer
  /** An empty folder for the files that are chosen. */
  folder: string
  isPhone: boolean
}

const asha = 'asha@teak.example'
const adminLogin = 'Admin Login'
const memberLogin = 'Login as OEM / Vendor (Members only)'
const seekerLogin = 'Login to check job openings'

/** Writes the files that are chosen in upload fields; returns their paths. */
async function writeFiles(folder: string) {
  mkdirSync(folder, { recursive: true })
  const size = { width: 640, height: 480 }
  const contents = {
    'photo.jpg': await jpegPhoto(1, { width: 3000, height: 2000 }),
    'certificate.pdf': plainPdf('certificate'),
    'pan.png': await pngPhoto(2, size),
    'saw.jpg': await jpegPhoto(3, size),
    'press.jpg': await jpegPhoto(4, size),
    'line.jpg': await jpegPhoto(5, size),
    'members.csv': sheet.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n'),
    'members.xlsx': workbook(sheet.map((row, index) => [...row, index === 0 ? 'Remarks' : 'Seen'])),
  }
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content)
  return (name: keyof typeof contents) => join(folder, name)
}

const sheet = [
  ['Name', 'Email', 'Company Name', 'Mobile No.'],
  ...Array.from({ length: 6 }, (_, index) => [
    `Member ${index + 1}`,
    `member-${index + 1}@boards.example`,
    `Boards ${index + 1}`,
    `98250 1234${index}`,
  ]),
]

async function requestMail(
  { person, mail }: Setting,
  email: string,
  option: string,
): Promise<{ link: string; code: string }> {
  await person.tab.deleteCookies()
  mail.clear()
  await person.open('/login')
  await person.press(option)
  await person.fill({ email })
  await person.press('Send Magic Link')
  await person.sees('Check Your Email')
  const received = await mail.waitFor(
    (candidate) => isTo(email)(candidate) && tokenOf(candidate) !== '',
    60_000,
  )
  return { link: `/login/verify#token=${tokenOf(received)}`, code: codeOf(received) }
}

async function signInByLink(setting: Setting, email: string, option: string) {
  const { link } = await requestMail(setting, email, option)
  await setting.person.open(link)
  await setting.person.isSignedIn()
}

async function signInByCode(setting: Setting, email: string, option: string) {
  const { code } = await requestMail(setting, email, option)
  const { person } = setting
  await person.fill({ code })
  await person.tab.press('Enter')
  await person.isSignedIn()
}

const openMembers = (person: Person) => person.open('/admin?tab=oem-members')

/** Imports a file in the dialog of an import, which is open. */
async function importFile(person: Person, path: string, plan: string): Promise<void> {
  await person.choose('Spreadsheet', [path])
  await person.sees(plan)
  await person.press('Import')
  await person.sees('Undo this import')
  await person.press('Close')
  await person.leavesDialog()
}

/** The walk as steps by name; later steps use what earlier ones have made. */
export async function stepsOf(setting: Setting): Promise<Record<string, () => Promise<void>>> {
  const { person, mail, folder, isPhone } = setting
  const file = await writeFiles(folder)
  const member = (number: number) => `Member ${number}`
  return {
    'sign in by link': () => signInByLink(setting, adminEmail, adminLogin),
    'import of .csv': async () => {
      await openMembers(person)
      await person.press('Import a spreadsheet')
      await importFile(person, file('members.csv'), '6 new')
    },
    'import of .xlsx': async () => {
      await person.open('/admin/member-data')
      await person.press('Upload CSV')
      await importFile(person, file('members.xlsx'), '6 updated')
    },
    bulk: async () => {
      await openMembers(person)
      for (const number of [2, 3]) await person.check(`Select ${member(number)}`)
      await person.press('More')
      await person.press('Deactivate selected')
      await person.sees('2')
      await person.press('Deactivate 2 members')
      await person.leavesDialog()
      await person.open('/admin?tab=deleted-users')
      await person.sees(member(2))
      await person.press('Restore')
      await person.sees('Member status updated successfully')
    },
    'Member Data': async () => {
      await person.open('/admin/member-data')
      await person.press(`Edit ${member(4)}`)
      await person.fill({ Remarks: 'Calls after four' })
      await person.press('Save Changes')
      await person.sees('Member updated successfully')
      await person.leavesDialog()
    },
    export: async () => {
      await person.open('/admin/member-data')
      if (isPhone) await person.press('More')
      const saved = await person.saves(() => person.press('Download CSV'))
      const text = readFileSync(saved, 'utf8')
      if (!text.includes('Calls after four')) throw new Error(`The file has: ${text.slice(0, 300)}`)
    },
    settings: async () => {
      await person.open('/admin/settings')
      await person.fill({ 'Association Name': 'Board Makers' })
      await person.press('Save Changes')
      await person.sees('Settings saved')
    },
    palette: async () => {
      await person.open('/admin')
      await person.sees('Admin Dashboard')
      await person.tab.press('Control+k')
      await person.fill({ Search: 'Renewals' })
      await person.tab.press('Enter')
      await person.isAt('/admin/renewals')
    },
    'apply with files': async () => {
      await person.tab.deleteCookies()
      await person.open('/apply/oem')
      await person.fill({
        name: 'Asha Patil',
        email: asha,
        companyName: 'Teak Works',
        whatsappNumber: '+91 98765 43210',
        websiteUrl: 'https://www.teakworks.example',
        address: 'Plot 14, Pune 411026',
        factoryAddress: 'Plot 15, Pune 411026',
        certificatePostalAddress: 'Post Box 7, Pune 411026',
        referenceBy: 'Ravi Kumar',
        servicesProducts: 'Wardrobes and kitchen shutters',
        companyDescription: 'Makes furniture since 1998',
        ageSex: '44 / F',
        designation: 'Partner',
        yearOfIncorporation: '1998',
        totalEmployees: '60',
      })
      await person.choose('memberPhoto', [file('photo.jpg')])
      await person.choose('incorporationCertificate', [file('certificate.pdf')])
      await person.choose('companyPanCard', [file('pan.png')])
      await person.choose('factoryMachineryPhotos', [
        file('saw.jpg'),
        file('press.jpg'),
        file('line.jpg'),
      ])
      await person.check('consent')
      await person.sees('Ready to submit')
      await person.press('Submit Application')
      await person.isAt('/login')
      await person.sees('Your application number is A-')
      await mail.waitFor(isTo(asha), 60_000)
    },
    'sign in by code': () => signInByCode(setting, adminEmail, adminLogin),
    approve: async () => {
      await person.open('/admin')
      await person.press('View Details')
      await person.sees('Teak Works')
      await person.press('Approve')
      await person.sees('Application status updated successfully')
      await person.leavesDialog()
    },
    'Mark Paid': async () => {
      await openMembers(person)
      await person.press('More actions for Asha Patil')
      await person.press('Mark Paid')
      await person.sees('Mark Payment as Paid')
      await person.fill({ Amount: '5000' })
      await person.check('Cash')
      await person.press('Mark as Paid')
      await person.sees('Payment status updated successfully')
      await person.leavesDialog()
    },
    directory: async () => {
      await signInByCode(setting, asha, memberLogin)
      await person.fill({ Search: 'boards 4' })
      await person.seesNo('Boards 1')
      await person.press('Boards 4')
      await person.sees('98250 12343')
      await person.tab.press('Escape')
      await person.leavesDialog()
    },
    profile: async () => {
      await person.open('/oem/profile')
      await person.fill({ 'Social Media Links (optional)': 'linkedin.com/company/teak-works' })
      await person.press('Save Changes')
      await person.sees('Your profile has been updated successfully.')
    },
    'job post': async () => {
      await person.open('/oem/jobs')
      await person.press('Post New Job')
      await person.fill({
        'Job Title': 'Router operator',
        'Job Description': 'Runs the nesting router.',
        Location: 'Pune',
        'How to Apply': 'Call +91 98765 43210',
      })
      await person.press('Post Job')
      await person.sees('Your job posting will be reviewed by an admin.')
      await person.leavesDialog()
    },
    certificate: async () => {
      await person.open('/oem/profile')
      const saved = await person.saves(() => person.press('Download certificate'))
      const head = readFileSync(saved).subarray(0, 5).toString()
      if (head !== '%PDF-') throw new Error(`The file begins with ${head}`)
    },
    'job approved and found': async () => {
      await signInByLink(setting, adminEmail, adminLogin)
      await person.open('/admin?tab=job-posts')
      await person.press('Approve')
      await person.sees('Job status updated successfully')
      await signInByLink(setting, 'carpenter@work.example', seekerLogin)
      await person.press('View Details')
      await person.sees('Runs the nesting router.')
    },
  }
}
