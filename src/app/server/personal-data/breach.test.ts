import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { engines } from '#test/support/engines.ts'
import {
  detailsOf,
  oemFields,
  sendOem,
  submitApplication,
} from '#test/support/portal/applications.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newPortalSettings, runCommand, startPortal } from '#test/support/process/operator.ts'
import { newMemberOf } from '#test/support/samples.ts'
import { breachCommand, breachReport } from './breach.ts'

describe.each(engines)('whose data was held, on %s,', (engine) => {
  const open = async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const add = (role: 'oem' | 'vendor', email: string) =>
      addMember(portal.world, 'nobody', newMemberOf(role, email))
    const asha = await add('oem', 'asha@teak.example')
    await add('oem', 'ravi@teak.example')
    const vendor = await add('vendor', 'priya@ply.example')
    const emails = async (...args: string[]) => {
      const { people } = await breachReport(portal.db, args)
      return [...people.values()].map(({ email }) => email).toSorted()
    }
    const entries = async (act: string) => {
      const rows = await portal.db
        .selectFrom('history')
        .selectAll()
        .where('act', '=', act)
        .execute()
      return rows.map(({ id, after }) => ({ id, after: JSON.parse(after ?? '{}') }))
    }
    return { portal, admin, asha, vendor, emails, entries }
  }

  test('by an export, also after a member has left', async () => {
    const { portal, admin, asha, vendor, emails, entries } = await open()
    await admin.request('GET', '/api/admin/export?role=oem')
    await admin.request('GET', '/api/admin/export?role=oem&format=member-data')
    const selection = { ids: [vendor.id] }
    const list = { selection, columns: ['mobile'], format: 'csv' }
    await admin.request('POST', '/api/admin/export', list)
    const [oems, data, selected] = await entries('members exported')
    expect(oems?.after).toMatchObject({ filter: { role: 'oem' }, rows: 2 })
    expect(data?.after.people).toBe(oems?.after.people)
    expect(await portal.db.selectFrom('exported_people').select('count').execute()).toHaveLength(2)
    await admin.put(`/api/admin/members/${asha.id}/status`, { is_active: false })
    expect(await emails('--export', oems?.id ?? '')).toEqual([
      'asha@teak.example',
      'ravi@teak.example',
    ])
    await admin.delete(`/api/admin/members/${asha.id}`)
    const text = await breachCommand(portal.db, ['--export', oems?.id ?? ''])
    expect(text).toContain('People affected: 2')
    expect(text).toContain(`deleted permanently (${asha.id})`)
    expect(await emails('--export', selected?.id ?? '')).toEqual(['priya@ply.example'])
  })

  test('by a paper and by the session that opened it', async () => {
    const { portal, admin, emails, entries } = await open()
    const { id } = await submitApplication(portal, sendOem)
    const { formData } = await detailsOf(portal, id)
    await admin.request('GET', String(formData.companyPanCard))
    const [opened] = await entries('paper-opened')
    const { file, session } = opened?.after ?? {}
    expect(await emails('--file', file)).toEqual([oemFields.email])
    const report = await breachReport(portal.db, ['--session', session])
    expect(report.lines.join('\n')).toMatch(/^Session of admin@teak.example, begun 2025-01-05T09/)
    expect(report.lines.join('\n')).toContain(`Opened companyPanCard ${file}`)
    const kinds = [...report.people.values()].flatMap(({ data }) => [...data])
    expect(kinds).toEqual(
      expect.arrayContaining(['own profile', 'companyPanCard', 'record could be read']),
    )
    await admin.post('/api/auth/logout')
    expect((await breachReport(portal.db, ['--session', session])).lines[0]).toContain('ended')
  })

  test("by a member's account within some days", async () => {
    const { portal, emails } = await open()
    await portal.as('vendor')
    const days = ['--from', '2025-01-05', '--to', '2025-01-05']
    expect(await emails('--person', emailOf('vendor'), ...days)).toEqual(
      [emailOf('vendor'), 'asha@teak.example', 'priya@ply.example', 'ravi@teak.example'].toSorted(),
    )
    await expect(emails('--person', emailOf('vendor'))).rejects.toThrow('Please say what was lost')
    await expect(emails('--session', 'none')).rejects.toThrow('The portal has no session none.')
    await expect(emails('--export', 'none')).rejects.toThrow('The history has no export none.')
    await expect(emails('--file', 'none.pdf')).rejects.toThrow('The portal has no file none.pdf')
    // Random names may begin with a hyphen.
    await expect(emails('--session', '-none')).rejects.toThrow('The portal has no session -none.')
    await expect(emails('--file=-none.pdf')).rejects.toThrow('The portal has no file -none.pdf')
    await expect(emails('--file')).rejects.toThrow('Please say what was lost')
  })
})

test('npm run portal -- breach answers beside a running portal', async () => {
  const settings = await newPortalSettings()
  await startPortal(settings)
  const { code, err } = await runCommand(settings, 'breach', '--session', 'none')
  expect([code, err]).toEqual([1, 'The portal has no session none.\n'])
})
