import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { oemFields, sendOem, submitApplication } from '#test/support/portal/applications.ts'
import { testDatabase, testPortal } from '#test/support/portal/test-portal.ts'
import { ownDataAnswer } from '../../answers.ts'
import { otherTables, personalDataTable, personalTables } from './personal-data.ts'

/** Names of columns that are about people. A new one must be in `personalTables`. */
const personalName =
  /(^|_)(name|email|phone|mobile|address|recipient|device|network|person|person_id|admin_id|actor_id|poster_id|member_id|uploaded_by|recorded_by|decided_by|invited_by|undone_by|kept_by|secret|company)(_|$)/

/** A batch's name of a file and the like: not about people. */
const exceptions = new Set(['notification_run.name', 'setting.name'])

describe.each(engines)('personal data on %s', (engine) => {
  test('is described for every table and column that has it', async () => {
    const { db } = await testDatabase(engine)
    const tables = await db.introspection.getTables()
    const described: string[] = [...Object.keys(personalTables), ...otherTables]
    expect(tables.map(({ name }) => name).toSorted()).toEqual(described.toSorted())
    const listed = new Set(
      Object.entries(personalTables).flatMap(([table, { columns }]) =>
        columns.map((column) => `${table}.${column}`),
      ),
    )
    const existing = tables.flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name}`),
    )
    const missing = existing.filter(
      (column) =>
        personalName.test(column.split('.')[1] ?? '') &&
        !listed.has(column) &&
        !exceptions.has(column),
    )
    expect(missing).toEqual([])
    const unknown = [...listed].filter((column) => !existing.includes(column))
    expect(unknown).toEqual([])
  })

  test('of an applicant, administrator or member is in the download', async () => {
    const portal = await testPortal(engine)
    await submitApplication(portal, sendOem)
    await portal.signIn(String(oemFields.email))
    const applicant = await portal.signIn(String(oemFields.email))
    const file = await applicant.get('/api/profile/data')
    expect(file).toMatchObject({
      applications: [{ status: 'pending', form: { email: oemFields.email } }],
      files: expect.arrayContaining([expect.objectContaining({ kind: 'companyPanCard' })]),
      sign_ins: [{ act: 'signed in' }, { act: 'signed in' }],
      sessions: [{}, {}],
    })
    const seeker = await portal.as('seeker')
    expect((await seeker.get('/api/profile/data')).applications).toEqual([])
    const admin = await portal.as('admin')
    await admin.post('/api/admin/saved-filters', { name: 'Owing', query: { dues: 'owes' } })
    const own = await admin.get('/api/profile/data')
    expect(JSON.stringify(own)).not.toContain(String(oemFields.email))
    expect(own.saved_filters).toMatchObject([{ name: 'Owing' }])
  })
})

test('docs/data.md has the list of tables', () => {
  const page = readFileSync(`${import.meta.dirname}/../../../../docs/data.md`, 'utf8')
  expect(page).toContain(personalDataTable())
})

test('names keys that the download of own data has', () => {
  const keys = new Set(Object.keys(ownDataAnswer.shape))
  for (const { ownData } of Object.values(personalTables))
    if (!ownData.startsWith('no: '))
      for (const [, key] of ownData.matchAll(/`(\w+)`/g))
        expect([key, keys.has(key ?? '')]).toEqual([key, true])
})
