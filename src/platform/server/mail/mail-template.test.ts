import { describe, expect, test } from 'vitest'
import { greetingFor, preheaderOf } from './mail-content.ts'
import { renderMail } from './mail-page.ts'
import { fillTemplate } from './mail-template.ts'

describe('a template', () => {
  test('leaves out a paragraph whose placeholders are all empty', () => {
    const text = '{greeting}\n\nReason: {reason}\n\nPay {dues} to {upi}.\n \nThank you'
    const values = { greeting: 'Hello,', reason: '', dues: '₹5,000', upi: '' }
    expect(fillTemplate({ subject: 'Hello', text }, values).paragraphs).toEqual([
      'Hello,',
      'Pay ₹5,000 to .',
      'Thank you',
    ])
  })

  test('keeps the subject in one line with any values', () => {
    const values = { reason: ` page 2\r\nBcc: all@evil.example\u2028${'x'.repeat(300)}` }
    const { title } = fillTemplate({ subject: 'Missing: {reason}', text: 'Hello' }, values)
    expect(title).toMatch(/^Missing: page 2 Bcc: all@evil\.example x+$/)
    expect(title).toHaveLength(200)
  })

  test('does not fill in placeholders that come from a value', () => {
    const values = { reason: '{upi}', upi: 'pma@sbi' }
    expect(fillTemplate({ subject: '{reason}', text: '{reason}' }, values)).toEqual({
      title: '{upi}',
      paragraphs: ['{upi}'],
    })
  })
})

test.each([
  ['Ramesh Patel', 'Dear Ramesh Patel,'],
  [' रमेश  पटेल ', 'Dear रमेश पटेल,'],
  ['Dr. S.K. Rao', 'Dear Dr. S.K. Rao,'],
  ['', 'Hello,'],
  ['Win money at evil.com', 'Hello,'],
  ['<b>Asha</b>', 'Hello,'],
  ['asha@teak.example', 'Hello,'],
  ['a'.repeat(81), 'Hello,'],
])('greets %j with %j', (name, greeting) => {
  expect(greetingFor(name)).toBe(greeting)
})

test('the preheader is the first sentence after the greeting, shortened at a word', () => {
  const paragraphs = ['Dear Asha,', `Your membership number\nis OEM2025001. ${'more '.repeat(40)}`]
  const preheader = preheaderOf({ title: 'Welcome', paragraphs })
  expect(preheader).toMatch(/^Your membership number is OEM2025001\. (more )+more…$/)
  expect(preheader.length).toBeLessThanOrEqual(121)
})

test('only addresses of the portal become links', () => {
  const { html } = renderMail(
    {
      title: 'Hello',
      paragraphs: [
        'Open "https://portal.example/apply?a=1&b=2". Not https://portal.example.evil/x',
        'https://portal.example/<img src=x onerror=alert(1)>',
      ],
      button: { label: 'Open', href: 'https://portal.example/login' },
    },
    {
      product_name: '',
      association_name: '',
      association_short_name: '',
      association_website: 'https://panel.example',
      association_logo: '',
      sample: false,
      writes_mails_to_files: false,
      links_are_local: false,
    },
  )
  expect(html).toContain('&lt;img src=x')
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    'https://portal.example/apply?a=1&amp;b=2',
    'https://portal.example/',
    'https://portal.example/login',
    'https://panel.example',
  ])
})
