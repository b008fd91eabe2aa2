import { describe, expect, test } from 'vitest'
import { engines, testPortal } from '#test/world.ts'

const head = 'name,email,company_name,whatsapp_number'
const asha = 'Asha Patil,asha@ply.example,Ply & Co,+91 98765 43210'
const ravi = 'Ravi Kumar,ravi@ply.example,Boards Ltd,9876543210'

describe.each(engines)('an import that is sent again, on %s,', (engine) => {
  const open = async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const send = (content: string, key: string, fields: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      form.set('file', new File([content], 'a.csv', { type: 'text/csv' }))
      return admin.ask('POST', '/api/members/import', form, { 'Idempotency-Key': key })
    }
    return { portal, admin, send }
  }

  test('is one batch and one answer, however often it comes under its key', async () => {
    const { admin, send } = await open()
    const file = `${head}\n${asha}\n${ravi}\n`
    const answers = await Promise.all([send(file, 'one'), send(file, 'one'), send(file, 'one')])
    const [first, ...again] = await Promise.all(answers.map((answer) => answer.json()))
    expect(first).toMatchObject({ counts: { new: 2, changed: 0, same: 0, wrong: 0 } })
    expect(again).toEqual([first, first])
    expect(await admin.get('/api/admin/imports')).toHaveLength(1)
    expect(await admin.get('/api/admin/members?role=member')).toHaveLength(2)
  })

  test('is refused when another file comes under the same key', async () => {
    const { send } = await open()
    await send(`${head}\n${asha}\n`, 'one')
    const other = await send(`${head}\n${ravi}\n`, 'one')
    expect([other.status, await other.text()]).toEqual([
      409,
      'Another file was imported under this Idempotency-Key',
    ])
    expect((await send(`${head}\n${ravi}\n`, 'x'.repeat(201))).status).toBe(400)
  })

  test('may come 120 times within an hour, and is then told when to come again', async () => {
    const { portal, send } = await open()
    const often = { dry_run: 'true' }
    const [first] = await Promise.all([send(head, 'k', often)])
    expect(first.status).toBe(200)
    await portal.db.updateTable('rate_count').set({ hits: 120 }).execute()
    const late = await send(head, 'k', often)
    expect([late.status, late.headers.get('Retry-After'), await late.text()]).toEqual([
      429,
      '3600',
      'More than 120 spreadsheets came within an hour; please try again in 60 minutes',
    ])
    portal.pass(3_600_000)
    expect((await send(head, 'k', often)).status).toBe(200)
  })

  test('is told how far it is, to whoever sent it only', async () => {
    const { portal, admin, send } = await open()
    const rows = Array.from({ length: 3000 }, (_, i) => `M ${i},m${i}@ply.example,Firm,9876543210`)
    const sent = send(`${head}\n${rows.join('\n')}`, 'far')
    const seen = new Set<string>()
    let isOver = false
    const over = sent.then(() => {
      isOver = true
    })
    while (!isOver) {
      const progress = await admin.get('/api/admin/imports/progress?key=far')
      if (progress) {
        seen.add(progress.doing)
        expect(progress.rows).toBeLessThanOrEqual(3000)
        if (progress.doing === 'writing') expect(progress.of).toBe(3000)
      }
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await over
    expect([...seen]).toEqual(expect.arrayContaining(['checking', 'writing']))
    expect(await admin.get('/api/admin/imports/progress?key=far')).toBe(null)
    expect((await (await portal.as('oem')).ask('GET', '/api/admin/imports/progress')).status).toBe(
      403,
    )
  })
})
