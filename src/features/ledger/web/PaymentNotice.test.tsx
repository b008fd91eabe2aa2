import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { unreachableMessage } from '#platform/web/api/call.ts'
import { PaymentNotice } from './PaymentNotice.tsx'

const member = { id: 'asha', payment_status: false } as Member

const textFor = (messages: string[]) =>
  renderToStaticMarkup(
    <PaymentNotice
      members={messages.map(() => member)}
      failures={messages.map((message) => ({ id: 'asha', message }))}
      from="2025-04-01"
      onReload={() => {}}
      onRenew={() => {}}
    />,
  ).match(/<p>(.*?)<\/p>/)?.[1]

test.each([
  ['Member not found', 'Member not found. Your entries are kept.'],
  [unreachableMessage, `${unreachableMessage} Your entries are kept.`],
])('ends the reason %j with one full stop', (message, text) => {
  expect(textFor([message])).toBe(text)
})

test('refers to the list below for several failures', () => {
  expect(textFor(['Member not found', 'Member not found'])).toBe(
    'See the reasons below. Your entries are kept.',
  )
})
