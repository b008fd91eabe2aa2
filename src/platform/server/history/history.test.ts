import { CompiledQuery } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { testDatabase } from '#test/support/portal/test-portal.ts'
import { actorsOnOtherSubjects, recordChanges } from './history.ts'

const start = new Date('2025-01-05T09:00:00.000Z')
const later = new Date(start.getTime() + 1000)

const change = (actor: string | null, subject: string, subjectId: string) => ({
  actor,
  subject,
  subjectId,
  action: 'edited',
})

describe.each(engines)('actorsOnOtherSubjects on %s', (engine) => {
  test('names who changed records of other kinds after a time', async () => {
    const { db } = await testDatabase(engine)
    await recordChanges(db, [change('early', 'job', 'j0')], start)
    await recordChanges(
      db,
      [
        change('asha', 'job', 'j1'),
        change('asha', 'job', 'j2'),
        change('ravi', 'settings', 'names'),
        change('office', 'person', 'asha'),
        change(null, 'application', 'a1'),
      ],
      later,
    )
    const actors = await actorsOnOtherSubjects(db, 'person', start.toISOString())
    expect([...actors].toSorted()).toEqual(['asha', 'ravi'])
  })
})

test('actorsOnOtherSubjects reads by the index of subjects', async () => {
  const { db } = await testDatabase('SQLite')
  const plans: string[] = []
  const explained = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId)
      plans.push(sql, ...parameters.map(String))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await actorsOnOtherSubjects(explained, 'person', start.toISOString())
  const [sql = '', ...parameters] = plans
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, parameters),
  )
  const details = rows.map(({ detail }) => detail).join('\n')
  expect(details).toContain('SEARCH history USING INDEX history_of_subject (subject<?)')
  expect(details).not.toContain('SCAN history')
})
