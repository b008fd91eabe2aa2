import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ImportProgress } from '#features/imports/answers.ts'
import { currentProgress } from '#platform/server/database/progress.ts'
import { engines } from '#test/support/engines.ts'
import { ashaRow, importForm, importHeadings, raviRow } from '#test/support/portal/imports.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'

describe.each(engines)('the request of an import on %s', (engine) => {
  const open = async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const send = (content: string, key: string, fields?: Record<string, string>) =>
      admin.request('POST', '/api/members/import', importForm(content, fields), {
        'Idempotency-Key': key,
      })
    return { portal, admin, send }
  }

  test('makes one batch for repeated requests with the same key', async () => {
    const { admin, send } = await open()
    const file = `${importHeadings}\n${ashaRow}\n${raviRow}\n`
    const answers = await Promise.all([send(file, 'one'), send(file, 'one'), send(file, 'one')])
    const [first, ...again] = await Promise.all(answers.map((answer) => answer.json()))
    expect(first).toMatchObject({ counts: { new: 2, changed: 0, same: 0, wrong: 0 } })
    expect(again).toEqual([first, first])
    expect(await admin.get('/api/admin/imports')).toHaveLength(1)
    expect(await admin.get('/api/admin/members?role=member')).toHaveLength(2)
  })

  test('is listed with the name of the chosen file, without it with that of the file that is sent', async () => {
    const { admin, send } = await open()
    const names = { one: 'Members 2026.xlsx', two: `${'m'.repeat(250)}.xlsx`, three: undefined }
    for (const [key, name] of Object.entries(names))
      await send(
        `${importHeadings}\n${ashaRow.replace('asha@', `${key}@`)}`,
        key,
        name === undefined ? {} : { file_name: name },
      )
    const listed = await admin.get('/api/admin/imports')
    expect(listed.map(({ file_name }: { file_name: string }) => file_name).toSorted()).toEqual(
      ['Members 2026.xlsx', 'm'.repeat(200), 'a.csv'].toSorted(),
    )
    const refused = await send(`${importHeadings}\n${raviRow}`, 'four', { file_name: 'a\0b.csv' })
    expect([refused.status, await refused.text()]).toEqual([
      400,
      'This text has an invisible character that cannot be used; please type it again',
    ])
  })

  test('answers with the skipped rows again when it is repeated', async () => {
    const { admin, send } = await open()
    const file = `${importHeadings}\n${ashaRow}\nSita Rao,sita,Rao Ply,9876543211\n`
    const skip = { skip_errors: 'true' }
    const first = await (await send(file, 'one', skip)).json()
    expect(first).toMatchObject({ counts: { new: 1, wrong: 1 }, errors: [{ row: 3 }] })
    expect(await (await send(file, 'one', skip)).json()).toEqual(first)
    expect(await admin.get('/api/admin/imports')).toHaveLength(1)
  })

  test('is refused with another file under the same key, or a key that is too long', async () => {
    const { send } = await open()
    await send(`${importHeadings}\n${ashaRow}\n`, 'one')
    const other = await send(`${importHeadings}\n${raviRow}\n`, 'one')
    expect([other.status, await other.text()]).toEqual([
      409,
      'Another file was imported under this Idempotency-Key',
    ])
    expect((await send(`${importHeadings}\n${raviRow}\n`, 'x'.repeat(201))).status).toBe(400)
  })

  test('is accepted 120 times an hour, then refused with Retry-After', async () => {
    const { portal, send } = await open()
    const dryRun = { dry_run: 'true' }
    const [first] = await Promise.all([send(importHeadings, 'k', dryRun)])
    expect(first.status).toBe(200)
    await portal.db.updateTable('rate_count').set({ hits: 120 }).execute()
    const refused = await send(importHeadings, 'k', dryRun)
    expect([refused.status, refused.headers.get('Retry-After'), await refused.text()]).toEqual([
      429,
      '3600',
      'You have checked or imported 120 spreadsheets within an hour; please try again in 60 minutes',
    ])
    portal.advanceClock(3_600_000)
    expect((await send(importHeadings, 'k', dryRun)).status).toBe(200)
  })

  test('answers the stored result again when the hour has no import left', async () => {
    const { portal, send } = await open()
    const file = `${importHeadings}\n${ashaRow}\n`
    const first = await (await send(file, 'one')).json()
    await portal.db.updateTable('rate_count').set({ hits: 120 }).execute()
    expect(await (await send(file, 'one')).json()).toEqual(first)
    expect((await send(file, 'two')).status).toBe(429)
  })

  test('reports its progress to its administrator only', async () => {
    const { portal, admin, send } = await open()
    const rows = Array.from({ length: 3000 }, (_, i) => `M ${i},m${i}@ply.example,Firm,9876543210`)
    const { id } = await admin.get('/api/user')
    const stages = new Map<string, ImportProgress>()
    let isFinished = false
    const finished = send(`${importHeadings}\n${rows.join('\n')}`, 'far').finally(() => {
      isFinished = true
    })
    while (!isFinished) {
      // Without a request, which could be slower than a stage of the import.
      const progress = await currentProgress<ImportProgress>(portal.world, id, 'far')
      if (progress && !stages.has(progress.doing)) {
        stages.set(progress.doing, progress)
        const answered = await admin.get('/api/admin/imports/progress?key=far')
        expect(answered?.rows ?? 0).toBeLessThanOrEqual(3000)
      }
      await nextTurn()
    }
    await finished
    expect([...stages.keys()]).toEqual(expect.arrayContaining(['checking', 'writing']))
    expect(stages.get('writing')?.of).toBe(3000)
    expect(await admin.get('/api/admin/imports/progress?key=far')).toBe(null)
    expect(
      (await (await portal.as('oem')).request('GET', '/api/admin/imports/progress')).status,
    ).toBe(403)
  })
})
