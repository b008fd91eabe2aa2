/** A portal with one record of each kind, and their ids. */
import { addMember } from '#features/members/server/record/enrol.ts'
import { jpegPhoto } from '#test/files/sample-files.ts'
import type { Engine } from '#test/support/engines.ts'
import { paidMark } from '#test/support/money/payments.ts'
import { sendVendor, submitApplication } from '#test/support/portal/applications.ts'
import { ashaRow, importForm, importHeadings } from '#test/support/portal/imports.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf, posting } from '#test/support/samples.ts'

/** Ids by the segment of a path before them: 'jobs' of /api/jobs/:id. */
export type Ids = Record<string, string[]>

export interface FilledPortal {
  portal: TestPortal
  ids: Ids
  /** The token of the application's private link. */
  token: string
}

/** `prepare` runs before the first sign-in. */
export async function filledPortal(
  engine: Engine,
  prepare: (portal: TestPortal) => Promise<void> = async () => {},
): Promise<FilledPortal> {
  const portal = await testPortal(engine)
  await prepare(portal)
  const admin = await portal.as('admin')
  const oem = await portal.as('oem')
  const vendor = await portal.as('vendor')
  await portal.as('seeker')
  const other = await addMember(portal.world, 'nobody', newMemberOf('oem', 'other@teak.example'))
  const inactive = newMemberOf('vendor', 'inactive@teak.example')
  const { id: inactiveId } = await addMember(portal.world, 'nobody', inactive)
  const otherClient = await portal.signIn('other@teak.example')
  const own = await oem.get('/api/user')
  const jobs = [await oem.post('/api/jobs', posting), await otherClient.post('/api/jobs', posting)]
  for (const { id } of jobs.slice(1))
    await admin.put(`/api/admin/jobs/${id}/status`, { status: 'approved' })
  await admin.put(`/api/admin/members/${own.id}/payment`, paidMark)
  await admin.put(`/api/admin/members/${inactiveId}/status`, { is_active: false })
  await admin.put('/api/admin/settings', { product_name: 'Wood' })
  const application = await submitApplication(portal, sendVendor)
  const form = importForm(`${importHeadings}\n${ashaRow}\n`)
  await admin.request('POST', '/api/members/import', form)
  const filter = { name: 'Paid', query: { paid: 'true' } }
  const savedFilter = await admin.post('/api/admin/saved-filters', filter)
  await uploadLogo(oem)
  portal.mail.clear()
  const { id: vendorId } = await vendor.get('/api/user')
  const idsOf = async <Path extends string>(path: Path): Promise<string[]> =>
    ((await admin.get(path)) as { id: string }[]).map(({ id }) => id)
  const imports = await idsOf('/api/admin/imports')
  return {
    portal,
    token: application.token,
    ids: {
      members: [own.id, other.id, vendorId, inactiveId],
      jobs: jobs.map(({ id }) => id),
      applications: [application.id],
      history: [
        ...(await idsOf(`/api/admin/members/${own.id}/history`)),
        ...(await idsOf('/api/admin/settings/history')),
      ],
      imports,
      'saved-filters': [savedFilter.id],
      sessions: (await oem.get('/api/auth/sessions')).map(({ id }) => id),
      admins: [(await admin.get('/api/user')).id],
    },
  }
}

/** A file that nothing refers to. */
async function uploadLogo(client: TestClient): Promise<void> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(await jpegPhoto(1))], 'logo.jpg'))
  await client.request('POST', '/api/upload', form)
}
