import { describe, expect, test } from 'vitest'
import { linkify } from './linkify.ts'

describe('linkify', () => {
  const links = (text: string) =>
    linkify(text).flatMap(({ text: words, href }) => (href ? [`${words} > ${href}`] : []))

  test.each([
    ['See https://teak.example/jobs.', 'https://teak.example/jobs > https://teak.example/jobs'],
    ['(http://a.example/x_(y))', 'http://a.example/x_(y) > http://a.example/x_(y)'],
    ['www.teak.example, please', 'www.teak.example > https://www.teak.example'],
    ['Write to HR@teak.co.in!', 'HR@teak.co.in > mailto:HR@teak.co.in'],
    ['mailto:hr@teak.example', 'mailto:hr@teak.example > mailto:hr@teak.example'],
    ['Call 98765 43210', '98765 43210 > tel:+919876543210'],
    ['Call +91-98765-43210.', '+91-98765-43210 > tel:+919876543210'],
    ['Call 022 2345 6789', '022 2345 6789 > tel:+912223456789'],
    ['Call 9825012345between 10 and 6', '9825012345 > tel:+919825012345'],
    ['WhatsAppNo9825012345', '9825012345 > tel:+919825012345'],
    ['_9825012345_ (WhatsApp)', '9825012345 > tel:+919825012345'],
    ['Call:9825012345@10am', '9825012345 > tel:+919825012345'],
    ['Surat-395003 98250 12345', '98250 12345 > tel:+919825012345'],
    ['Email-hr@teak.in', 'hr@teak.in > mailto:hr@teak.in'],
    ['hr{at}teak.in', 'hr{at}teak.in > mailto:hr@teak.in'],
    ['hr at teak dot co dot in', 'hr at teak dot co dot in > mailto:hr@teak.co.in'],
    ['Fill forms.gle/Abc123.', 'forms.gle/Abc123 > https://forms.gle/Abc123'],
    ['On maps.app.goo.gl/abc', 'maps.app.goo.gl/abc > https://maps.app.goo.gl/abc'],
    ['TEAKWORKS.IN', 'TEAKWORKS.IN > https://TEAKWORKS.IN'],
    ['From abroad +44 20 7946 0958', '+44 20 7946 0958 > tel:+442079460958'],
  ])('finds the link in %j', (text, expected) => expect(links(text)).toEqual([expected]))

  test.each([
    'Salary 25000-30000 a month',
    'PIN 411001, batch 2024-2025',
    'javascript:alert(1)',
    'data:text/html,<b>',
    'GST 27AAPFU0939F1ZV',
    'Order 123456789012345678',
    'Ten bare digits 1234567890',
    'https://',
    'B.Com or M.Com, or B.Sc.in chemistry',
    'Ask for Mr. Shah.In the office',
    'Salary 65000-85000, or 85000 90000',
    'Ref No. 6190123459, order no 7012345678, A/c No. 9825012345',
    'Budget 9825012345/-, 9825012345kg, img_9825012345',
    '9825012345@okaxis',
    '9825012345ABC12',
  ])('finds no link in %j', (text) => expect(links(text)).toEqual([]))

  test('finds both numbers of 9825012345and9825012346', () =>
    expect(links('9825012345and9825012346')).toEqual([
      '9825012345 > tel:+919825012345',
      '9825012346 > tel:+919825012346',
    ]))

  test('returns segments that join to the original text', () => {
    const text = 'Mail hr@a.example or ring 98765 43210 (ask for Asha), see https://a.example/?q=1.'
    expect(
      linkify(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
    expect(linkify(text).find((part) => part.whatsapp)?.whatsapp).toBe('919876543210')
  })
})
