import { expect, test } from 'vitest'
import { applyActions } from './apply-actions.ts'

const actions = (how_to_apply: string) =>
  applyActions({ title: 'CNC & router', how_to_apply }).map(
    ({ method, target, href }) => `${method} ${target}: ${href}`,
  )
const text = 'Application%3A%20CNC%20%26%20router'
const chat = `https://wa.me/919876543210?text=${text}`

test.each([
  [
    'WhatsApp Asha on 98765 43210 with photos',
    [`whatsapp 98765 43210: ${chat}`, 'call 98765 43210: tel:+919876543210'],
  ],
  [
    'Call +91 98765-43210',
    ['call +91 98765-43210: tel:+919876543210', `whatsapp +91 98765-43210: ${chat}`],
  ],
  ['Ring the office, 022 2345 6789', ['call 022 2345 6789: tel:+912223456789']],
  ['Write to hr@teak.example.', [`email hr@teak.example: mailto:hr@teak.example?subject=${text}`]],
  [
    'mailto:hr@teak.example?subject=Job%207',
    ['email mailto:hr@teak.example?subject=Job%207: mailto:hr@teak.example?subject=Job%207'],
  ],
  ['Apply at www.teak.example/jobs', ['link www.teak.example/jobs: https://www.teak.example/jobs']],
  [
    'hr@teak.example, hr@teak.example or https://teak.example',
    [
      `email hr@teak.example: mailto:hr@teak.example?subject=${text}`,
      'link https://teak.example: https://teak.example',
    ],
  ],
  ['Come to the works on Monday', []],
  ['javascript:alert(1)', []],
])('of %j', (text, expected) => {
  expect(actions(text)).toEqual(expected)
})
