import { expect, test } from 'vitest'
import { findPersonByEmail } from '#features/members/server/queries.ts'
import { openSqlite } from '#platform/server/database/database.ts'
import {
  adminEmail,
  newPortalSettings,
  runCommand,
  startPortal,
} from '#test/support/process/operator.ts'

test('npm run portal -- reset-second-factor removes it, records it and mails the person', async () => {
  const settings = await newPortalSettings()
  await (await startPortal(settings))()
  const { db, close } = openSqlite(settings.DATA_DIR)
  const person = await findPersonByEmail(db, adminEmail)
  const none = { secret: null, last_step: null, last_used_at: null }
  const passkey = { credential_id: 'a', public_key: 'b', sign_count: 0, transports: '' }
  await db
    .insertInto('second_factor')
    .values({
      id: 'one',
      person_id: person?.id ?? '',
      kind: 'passkey',
      name: 'Laptop',
      created_at: '2025-01-01T00:00:00.000Z',
      ...none,
      ...passkey,
    })
    .execute()
  await close()
  expect(await runCommand(settings, 'reset-second-factor', adminEmail)).toMatchObject({
    code: 0,
    out: `The second factor of ${adminEmail} was removed, and all their sessions have ended. An email tells them.\n`,
  })
  expect(await runCommand(settings, 'reset-second-factor', adminEmail)).toMatchObject({
    code: 1,
    err: `${adminEmail} has no second factor, so nothing was changed.\n`,
  })
  const after = openSqlite(settings.DATA_DIR)
  const entries = await after.db.selectFrom('history').select(['act', 'actor_id']).execute()
  expect(entries).toContainEqual({ act: 'second factor reset', actor_id: null })
  const mails = await after.db.selectFrom('outbox').select('kind').execute()
  expect(mails).toContainEqual({ kind: 'security-changed' })
  await after.close()
})
