import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { vcard, vcardFileName } from './vcard.ts'

describe('a contact card', () => {
  test('has the given fields, escaped according to RFC 2426', () => {
    const text = vcard({
      name: 'Asha Maria Patil',
      company: 'Teak, Oak; & Co',
      phone: '+91 98765 43210',
      email: 'asha@teak.example',
      website: 'https://teak.example/?a=1,2',
      address: 'Plot 7\nGIDC; Vatva',
      city: 'Ahmedabad',
      note: 'C:\\doors',
    })
    expect(text.split('\r\n')).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Asha Maria Patil',
      'N:Patil;Asha Maria;;;',
      'ORG:Teak\\, Oak\\; & Co',
      'TEL;TYPE=CELL:+919876543210',
      'EMAIL;TYPE=INTERNET:asha@teak.example',
      'URL:https://teak.example/?a=1,2',
      'ADR;TYPE=WORK:;;Plot 7\\nGIDC\\; Vatva;Ahmedabad;;;',
      'NOTE:C:\\\\doors',
      'END:VCARD',
      '',
    ])
  })

  test('omits hidden and empty fields', () => {
    const text = vcard({ name: 'Ravi', phone: null, email: null, address: null, website: '' })
    expect(text).toBe('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ravi\r\nN:;Ravi;;;\r\nEND:VCARD\r\n')
  })

  test('of a company has no names of a person, however the two are spelled', () => {
    const text = vcard({ name: 'M/s. Teak Works Pvt Ltd', company: 'Teak Works Private Limited' })
    expect(text).toContain('\r\nN:;;;;\r\n')
    expect(text).toContain('\r\nX-ABShowAs:COMPANY\r\n')
  })

  test('folds lines at 75 octets without loss', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (name) => {
        const text = vcard({ name: 'x', note: `बढ़ई${name.replace(/\p{Cc}/gu, '')}` })
        for (const line of text.split('\r\n'))
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        const note = text.replaceAll('\r\n ', '').match(/\r\nNOTE:([^\r\n]*)\r\n/)?.[1] ?? ''
        expect(note.replace(/\\(.)/gs, '$1')).toBe(`बढ़ई${name.replace(/\p{Cc}/gu, '')}`)
      }),
    )
  })

  test.each([
    ['Asha Patil', 'asha-patil.vcf'],
    ['बढ़ई राम', 'बढ़ई-राम.vcf'],
    ['../..', 'member.vcf'],
  ])('for %s has the file name %s', (name, file) => {
    expect(vcardFileName(name)).toBe(file.normalize('NFC'))
  })
})
