import { expect, test } from 'vitest'
import { testDatabase } from '#test/support/portal/test-portal.ts'
import { forgivingSearch, type SearchedTexts } from './forgiving-search.ts'

test('a search in a transaction uses the words that were read before it', async () => {
  const { db } = await testDatabase('SQLite')
  let readings = 0
  const texts: SearchedTexts = {
    columns: ['person.search_text'],
    readPage: async () => {
      readings += 1
      return [{ id: 'a', text: 'plywood' }]
    },
  }
  expect(await forgivingSearch(db, texts, 'plywod')).toMatchObject({ hasSimilar: true })
  const found = await db.transaction().execute((tx) => forgivingSearch(tx, texts, 'plywod'))
  expect(found).toMatchObject({ hasSimilar: true })
  expect(readings).toBe(1)
})
