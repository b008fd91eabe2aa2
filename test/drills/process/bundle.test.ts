/** The bundle finds what it names by a path: the programs of threads, their fonts, and the packages beside it. */
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { plainPdf } from '#test/files/sample-files.ts'
import { engines } from '#test/support/engines.ts'
import { cookieHeader } from '#test/support/portal/test-client.ts'
import { openEnvironment } from '#test/support/process/environment.ts'
import { multipart, noisePhoto, send } from '#test/support/process/form-client.ts'
import { sendSpreadsheet, spreadsheet } from '#test/support/process/member-sheets.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, signIn } from '#test/support/process/sign-in.ts'
import { runPortalCommand } from '../support/command.ts'

test.each(engines)('threads and commands of the built server work on %s', async (engine) => {
  const { env, close } = openEnvironment(inject('postgresUrl'))
  onTestFinished(close)
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail, engine)
  const portal = await env.portal(settings)
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')

  for (const [kind, name, bytes] of [
    ['companyPanCard', 'pan.pdf', plainPdf()],
    ['memberPhoto', 'asha.jpg', await noisePhoto(320, 240)],
  ] as const) {
    const form = multipart([{ field: 'file', value: { name, type: '', bytes } }])
    const headers = { Cookie: cookieHeader(admin) }
    const answer = await send(portal.url, `/api/upload?kind=${kind}`, form, { headers })
    expect(answer).toMatchObject({ status: 201 })
  }

  // More members than are read in one piece.
  const count = 2100
  await sendSpreadsheet(portal.url, admin, Buffer.from(spreadsheet(count)))
  const list = (await admin.call('GET', '/api/admin/members?role=oem')) as { id: string }[]
  expect(list).toHaveLength(count)
  const exported = await admin.request('GET', '/api/admin/export')
  expect(exported.text.trim().split('\n')).toHaveLength(count + 1)
  const selected = await admin.request('POST', '/api/admin/export', {
    selection: { query: { role: 'oem' }, except: [], count },
    columns: ['mobile'],
    format: 'csv',
  })
  expect(selected.text.trim().split('\n')).toHaveLength(count + 1)

  const documents = [
    `/api/admin/members/${list[0]?.id}/statement.pdf`,
    '/api/admin/board-book/document',
    '/api/admin/directory/document',
  ]
  for (const path of documents)
    expect((await admin.request('GET', path)).text.slice(0, 5), portal.output()).toBe('%PDF-')

  const passkeys = '/api/auth/second-factor/passkeys/challenge'
  expect(await admin.request('POST', passkeys)).toMatchObject({ status: 200 })

  const archive = join(env.folder(), 'backup.tar')
  expect(await runPortalCommand(settings, 'backup', archive)).toMatchObject({ code: 0 })
  expect(portal.output()).not.toContain('"level":"error"')
})
