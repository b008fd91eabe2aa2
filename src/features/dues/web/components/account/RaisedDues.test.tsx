import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { MemberAccount } from '../../../answers.ts'
import { RaisedDues } from './RaisedDues.tsx'

const charge = {
  id: 'c',
  item: 'dues',
  year: '2026-27',
  amount_paise: 5900_00,
  open_paise: 5900_00,
} as MemberAccount['charges'][number]
const stays = 'Dues 2026-27 are raised already and stay ₹5,900.'
const todo = "To charge the member's own fee instead, reverse these dues and raise them again."

test.each([
  [3000_00, null, [stays, todo, "Until then, the member's own fee applies from 2027-28."]],
  [
    3000_00,
    '2026-27',
    [stays, todo, "Until then, the member's own fee does not apply to these years."],
  ],
  [5900_00, null, []],
])("a member's own fee of %i until %s", (amount_paise, to_year, sentences) => {
  const fee = { from_year: '2026-27', to_year, amount_paise }
  const markup = renderToStaticMarkup(<RaisedDues charges={[charge]} fee={fee} />)
  expect(
    [...markup.matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text?.replaceAll('&#x27;', "'")),
  ).toEqual(sentences)
})
