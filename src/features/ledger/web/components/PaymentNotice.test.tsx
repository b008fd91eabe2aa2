import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { unreachableMessage } from '#platform/web/api/call.ts'
import { PaymentNotice } from './PaymentNotice.tsx'

const member = { id: 'asha', payment_status: false } as Member

test.each([
  ['Member not found', 'Member not found. Your entries are kept.'],
  [unreachableMessage, `${unreachableMessage} Your entries are kept.`],
])('ends the reason %j with one full stop', (failure, text) => {
  const markup = renderToStaticMarkup(
    <PaymentNotice
      member={member}
      failure={failure}
      days={{ from: '2025-04-01', to: '2026-03-31' }}
      onReload={() => {}}
      onRenew={() => {}}
    />,
  )
  expect(markup.match(/<p>(.*?)<\/p>/)?.[1]).toBe(text)
})
