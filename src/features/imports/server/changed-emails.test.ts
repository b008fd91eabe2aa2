/** Every way in which an administrator changes the email of a member (contract 12.2). */
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { minutes } from '#shared/durations.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { importForm, openImporter } from '#test/support/portal/imports.ts'
import { emailOf } from '#test/support/portal/personas.ts'

const heads = 'membership_number,name,email,company_name,whatsapp_number,role'

async function open(engine: Engine) {
  const importer = await openImporter(engine)
  const { portal, admin } = importer
  await admin.post('/api/admin/admins', { name: 'Ravi Shah', email: 'treasurer@teak.example' })
  const write = async (rows: readonly string[]) => {
    portal.advanceClock(1000)
    return importer.write(`${heads}\n${rows.join('\n')}\n`)
  }
  await write([
    'OEM1,Asha Patil,asha@ply.example,Ply & Co,9876543210,oem',
    'OEM2,Vera,vera@ply.example,Veneer,9876543211,oem',
  ])
  const members = await importer.members()
  const idOf = (email: string) => members.find((member) => member.email === email)?.id
  const asha = idOf('asha@ply.example')
  await portal.mails()
  portal.mail.clear()
  /** The mails since the last call, without those to members. */
  const adminMails = async () => {
    const list = (await portal.mails()).filter(({ subject }) =>
      /^The emails? of /.test(subject ?? ''),
    )
    portal.mail.clear()
    return list.map(({ envelope, subject, text = '' }) => ({
      to: envelope.to.join(),
      subject,
      text,
    }))
  }
  return { ...importer, asha, write, adminMails }
}

type Opened = Awaited<ReturnType<typeof open>>

const toNew = ({ portal, admin, asha }: Opened) => {
  portal.advanceClock(1000)
  return admin.put(`/api/admin/members/${asha}/data`, { email: 'new@ply.example' })
}
const importNew = async ({ admin, portal }: Opened) => {
  portal.advanceClock(1000)
  const rows = [
    'OEM1,Asha Patil,new@ply.example,Ply & Co,9876543210,oem',
    'OEM2,Vera,vera2@ply.example,Veneer,9876543211,oem',
  ]
  const form = importForm(`${heads}\n${rows.join('\n')}\n`)
  const answer = await admin.request('POST', '/api/members/import', form)
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
}

/** [what happens before, without a second factor; the change; how many emails it changes] */
const ways: Record<
  string,
  [(opened: Opened) => unknown, (opened: Opened) => Promise<unknown>, number]
> = {
  'Member Data': [() => {}, toNew, 1],
  'an import': [() => {}, importNew, 2],
  'the undo of an edit': [
    toNew,
    async ({ admin, asha }) => {
      const [change] = await admin.get(`/api/admin/members/${asha}/history`)
      return admin.post(`/api/admin/history/${change?.id}/undo`)
    },
    1,
  ],
  'the undo of an import': [
    importNew,
    async ({ admin }) => {
      const [batch] = await admin.get('/api/admin/imports')
      return admin.post(`/api/admin/imports/${batch?.id}/undo`, { keep_changed: false })
    },
    2,
  ],
}

describe.each(engines)('emails that an administrator changes on %s', (engine) => {
  test.each(Object.entries(ways))(
    'by %s are mailed to all administrators, once',
    async (_door, [prepare, change, count]) => {
      const opened = await open(engine)
      await prepare(opened)
      await opened.adminMails()
      await change(opened)
      const mails = await opened.adminMails()
      expect(mails.map(({ to }) => to).toSorted()).toEqual(
        [emailOf('admin'), 'treasurer@teak.example'].toSorted(),
      )
      for (const { subject, text } of mails) {
        expect(subject).toBe(
          count === 1
            ? 'The email of a member was changed'
            : 'The emails of 2 members were changed',
        )
        expect(text).toContain('Asha Patil of Ply & Co')
        expect(text).toMatch(/Before: (asha|new)@ply\.example\nNow: (asha|new)@ply\.example/)
        expect(text.match(/^Before: /gm)).toHaveLength(count)
      }
    },
  )

  test.each(Object.entries(ways))(
    'by %s take a recent second factor of those who have one',
    async (_door, [prepare, change]) => {
      const opened = await open(engine)
      const { portal, admin, members } = opened
      await prepare(opened)
      const stored = await members()
      const { key } = await admin.post('/api/auth/second-factor/app')
      const code = () => ({
        app_code: new TOTP({ secret: Secret.fromBase32(key) }).generate({
          timestamp: portal.clock.now.getTime(),
        }),
      })
      await admin.put('/api/auth/second-factor/app', { code: code().app_code })
      portal.advanceClock(minutes(16))
      await opened.adminMails()
      await expect(change(opened)).rejects.toThrow("403: Please confirm it's you to continue")
      expect(await members()).toEqual(stored)
      expect(await opened.adminMails()).toEqual([])
      await admin.post('/api/auth/second-factor/confirmation', code())
      await change(opened)
      expect(await opened.adminMails()).toHaveLength(2)
    },
  )

  test('but not what an edit or an import without a new email does', async () => {
    const opened = await open(engine)
    const { admin, asha, write, adminMails } = opened
    await admin.put(`/api/admin/members/${asha}/data`, {
      remarks: 'called',
      email: 'asha@ply.example',
    })
    await write([
      'OEM1,Asha Patel,asha@ply.example,Ply & Co,9876543210,oem',
      'OEM3,New,new@ply.example,New Co,9876543212,oem',
    ])
    expect(await adminMails()).toEqual([])
  })
})
