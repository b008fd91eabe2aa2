import { describe, expect, test } from 'vitest'
import { recordChange } from '#platform/server/history.ts'
import { engines } from '#test/support/engines.ts'
import { dropHistoryTrigger } from '#test/support/history.ts'
import { testDatabase } from '#test/support/test-portal.ts'
import { migrations } from './migrations.ts'

describe.each(engines)('0007-history-actions on %s', (engine) => {
  test('renames the actions of applications, settings and jobs, and no others', async () => {
    const { db } = await testDatabase(engine)
    const renamed = [
      ['application', 'opened paper', 'paper-opened'],
      ['application', 'e-mail confirmed', 'email-confirmed'],
      ['application', 'approved', 'approved'],
      ['settings', 'added administrator', 'admin-added'],
      ['settings', 'edited', 'edited'],
      ['job', 'marked filled', 'filled'],
      ['person', 'marked paid', 'marked paid'],
    ] as const
    const now = new Date('2025-01-05T09:00:00.000Z')
    const fields = { before: { name: 'Asha' }, after: { name: 'Usha' } }
    for (const [subject, act] of renamed)
      await recordChange(db, { actor: 'a', subject, subjectId: act, action: act, ...fields }, now)
    // Later migrations make the history append-only.
    await dropHistoryTrigger(db)
    await migrations['0007-history-actions']?.up(db)
    const rows = await db.selectFrom('history').selectAll().orderBy('id').execute()
    expect(rows.map(({ subject, subject_id, act }) => [subject, subject_id, act])).toEqual(renamed)
    for (const row of rows)
      expect(row).toMatchObject({
        at: now.toISOString(),
        actor_id: 'a',
        before: '{"name":"Asha"}',
        after: '{"name":"Usha"}',
      })
  })
})
