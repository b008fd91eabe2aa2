import { expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { engines } from '#test/support/engines.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'
import { completeSearchTexts } from './search-texts.ts'

test.each(engines)('an upgrade folds the texts of searches again, once, on %s', async (engine) => {
  const portal = await testPortal(engine)
  const { db } = portal
  const { id } = await addMember(portal.world, 'nobody', {
    ...newMemberOf('oem', 'a@teak.example'),
    name: 'ਸ਼੍ਰੀ ਗੁਰਪ੍ਰੀਤ',
    company_name: 'Ply\u200Bwood',
  })
  const texts = () =>
    db
      .selectFrom('person')
      .select(['search_text', 'directory_text'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const now = await texts()
  expect(now.directory_text).toContain('ਸ੍ਰੀ')
  // As version 1 folded them.
  const before = {
    search_text: now.search_text.replace('plywood', 'ply\u200Bwood'),
    directory_text: now.directory_text.replace('ਸ੍ਰੀ', 'ਸ਼੍ਰੀ').replace('plywood', 'ply\u200Bwood'),
  }
  const age = () => db.updateTable('person').set(before).where('id', '=', id).execute()
  await age()
  await completeSearchTexts(db)
  expect(await texts()).toEqual(now)
  const member = await portal.as('oem')
  const found = async (search: string) =>
    (await member.get(`/api/members?search=${encodeURIComponent(search)}`)).length
  expect([await found('ਸ਼੍ਰੀ'), await found('ਸ੍ਰੀ'), await found('plywood')]).toEqual([1, 1, 1])

  await age()
  await completeSearchTexts(db)
  expect(await texts()).toEqual(before)
})
