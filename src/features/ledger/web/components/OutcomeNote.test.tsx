import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CreditText, isSurplus } from './OutcomeNote.tsx'

test.each([
  // settled, credit | warns, says
  [[5900_00], 0, false, ''],
  [[5900_00], 100_00, false, '₹100 stays as credit for the next dues.'],
  [[5900_00], 5900_00, false, '₹5,900 stays as credit for the next dues.'],
  [
    [5000_00, 900_00],
    53_100_00,
    true,
    '₹53,100 more than is owed is kept as credit. Check the amount.',
  ],
  [[], 5900_00, true, '₹5,900 more than is owed is kept as credit. Check the amount.'],
])('a payment that settles %j and leaves a credit of %i warns: %s', (paid, credit, warns, says) => {
  const outcome = { settles: paid.map((paise) => ({ paise })), credit_paise: credit }
  expect(isSurplus(outcome)).toBe(warns)
  const markup = renderToStaticMarkup(<CreditText {...outcome} />)
  expect(markup.replace(/<[^>]*>/g, '')).toBe(says)
})
