import { describe, expect, test } from 'vitest'
import { verifyHistory } from '#platform/server/history/history-chain.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import { minutes } from '#shared/durations.ts'
import { jpegPhoto } from '#test/files/sample-files.ts'
import { engines } from '#test/support/engines.ts'
import { paidMark } from '#test/support/money/payments.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'

const details = { name: 'Asha Patil', company_name: 'Teak & Co', whatsapp_number: '9876543210' }

const posting = {
  title: 'Machine operator',
  description: 'Runs the beam saw.',
  location: 'Rajkot',
  location_type: 'onsite',
  employment_type: 'full-time',
}

/** The approved application of a member. */
const insertApplication = ({ db }: TestPortal, memberId: string) =>
  db
    .insertInto('application')
    .values({
      id: 'application-1',
      type: 'oem',
      status: 'approved',
      name: 'Asha Patil',
      email: 'asha@teak.example',
      company_name: 'Teak & Co',
      phone_key: '9876543210',
      company_key: 'teak',
      form_data: '{"name":"Asha Patil"}',
      search_text: 'asha patil',
      submission_key: 'key',
      content_hash: 'print',
      created_at: '2024-01-05T09:00:00.000Z',
      updated_at: '2024-01-05T09:00:00.000Z',
      decided_at: '2024-01-06T09:00:00.000Z',
      decided_by: null,
      decision_reason: '',
      member_id: memberId,
      notice_version: null,
      consented_at: null,
      email_confirmed_at: null,
      papers_removed_at: null,
      reminded_at: null,
      deletion_announced_at: null,
      kept_at: null,
      kept_by: null,
    })
    .execute()

describe.each(engines)('Permanent Delete on %s', (engine) => {
  const open = async () => {
    const portal = await testPortal(engine)
    const member = await (await portal.as('oem')).get('/api/user')
    const admin = await portal.as('admin')
    const path = `/api/admin/members/${member.id}` as const
    return { portal, admin, member, path }
  }

  test('is for inactive people only', async () => {
    const { admin, path } = await open()
    await expect(admin.delete(path)).rejects.toThrow(
      '409: Only removed members can be permanently deleted',
    )
    await admin.put(`${path}/status`, { is_active: false })
    expect(await admin.delete(path)).toEqual({ id: path.split('/').at(-1) })
    await expect(admin.get(path)).rejects.toThrow('404: Member not found')
    await expect(admin.delete(path)).rejects.toThrow('404: Member not found')
  })

  test('refuses to delete oneself', async () => {
    const { admin } = await open()
    const { id } = await admin.get('/api/user')
    await expect(admin.delete(`/api/admin/members/${id}`)).rejects.toThrow(
      '409: You cannot delete yourself; ask another administrator',
    )
  })

  test('deletes files, sessions and values in the history, but keeps receipts and the number', async () => {
    const { portal, admin, member, path } = await open()
    const form = new FormData()
    form.append('photo', new Blob([Uint8Array.from(await jpegPhoto())]), 'asha.jpg')
    form.append('memberData', JSON.stringify(details))
    const { photo_url } = await admin.put(`${path}/photo`, form)
    await admin.put(`${path}/payment`, paidMark)
    const job = { ...posting, how_to_apply: 'Call Asha Patil, 9876543210' }
    await (await portal.as('oem')).post('/api/jobs', job)
    await insertApplication(portal, member.id)
    portal.mail.reject(member.email)
    const text = 'Dear Asha Patil, your private link …'
    const mail = { kind: 'receipt', to: member.email, subject: 'Receipt', text, html: text }
    await queueMail(portal.db, mail, portal.clock.now)
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await portal.mails()
      portal.advanceClock(minutes(15))
    }
    const failedMails = () => admin.get('/api/admin/system/mails/failed')
    expect((await failedMails()).total).toBeGreaterThan(0)
    await admin.put(`${path}/status`, { is_active: false })
    await admin.delete(path)

    const { db } = portal
    expect(await failedMails()).toEqual({ total: 0, mails: [] })
    expect((await admin.request('GET', `${photo_url}`)).status).toBe(404)
    expect(await db.selectFrom('stored_file').selectAll().execute()).toEqual([])
    expect(
      await db.selectFrom('session').selectAll().where('person_id', '=', member.id).execute(),
    ).toEqual([])
    const history = await db
      .selectFrom('history')
      .select(['act', 'before', 'after'])
      .where('subject_id', '=', member.id)
      .orderBy('id')
      .execute()
    expect(history.length).toBeGreaterThan(3)
    const values = history.filter(({ before, after }) => before !== null || after !== null)
    expect(values).toEqual([
      {
        act: 'deleted for good',
        before: null,
        after: JSON.stringify({ membership_number: member.membership_number }),
      },
    ])
    const allEntries = await db.selectFrom('history').selectAll().execute()
    expect(JSON.stringify(allEntries)).not.toMatch(/Asha Patil|9876543210/)
    expect((await verifyHistory(db)).problems).toEqual([])
    expect(await db.selectFrom('ledger_entry').select('receipt_number').execute()).toEqual([
      { receipt_number: 'R2024-25/0001' },
    ])
    const again = {
      ...details,
      email: 'other@teak.example',
      role: 'oem',
      membership_number: member.membership_number,
    }
    await expect(admin.post('/api/admin/members', again)).rejects.toThrow('409')
    const [application] = await db.selectFrom('application').selectAll().execute()
    expect(JSON.stringify(application)).not.toMatch(/asha|teak|9876543210/i)
    expect(application).toMatchObject({ type: 'oem', status: 'approved', submission_key: null })
  })
})
