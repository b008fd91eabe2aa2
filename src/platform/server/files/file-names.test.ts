import { describe, expect, test } from 'vitest'
import { cleanFileName, hasActiveExtension } from './file-names.ts'

describe('an original file name', () => {
  test.each([
    ['Asha Patil.jpg', 'Asha Patil.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\asha\\pan.pdf', 'pan.pdf'],
    ['pan\u0000.pdf', 'pan.pdf'],
    ['pan\r\nSet-Cookie: a=b.pdf', 'panSet-Cookie: a=b.pdf'],
    ['fdp\u202e.gpj', 'fdp.gpj'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['', 'file'],
    ['/', 'file'],
    ['प्रमाणपत्र.pdf', 'प्रमाणपत्र.pdf'],
    ['half a pair \ud83d.pdf', 'half a pair .pdf'],
  ])('%j is cleaned to %j', (typed, cleaned) => {
    expect(cleanFileName(typed)).toBe(cleaned)
  })

  test('is cut to 100 characters without splitting a surrogate pair', () => {
    expect([...cleanFileName('😀'.repeat(5000))]).toHaveLength(100)
  })

  test('is cleaned in linear time', () => {
    for (const filler of [' ', '.', ' .', '/', 'a.', '\u0301']) {
      const name = `a${filler.repeat(1_000_000)}b.svg`
      expect([...cleanFileName(name)].length).toBeLessThanOrEqual(100)
      expect(hasActiveExtension(name)).toBe(true)
      expect(hasActiveExtension(`${name}${'.'.repeat(1_000_000)}-`)).toBe(false)
    }
  })

  test('keeps its extension when its middle is full of invisible characters', () => {
    expect(cleanFileName(`a${'\u200b'.repeat(5000)}b.pdf`)).toBe('ab.pdf')
  })

  test.each([
    'a.svg',
    'a.jpg.html',
    'a.PHP',
    'a.js ',
    'a.svg.',
    'a.s\u200bvg',
    'a.zip',
    'a.jpg\u0000.svg',
  ])('%j is refused for its extension', (typed) => {
    expect(hasActiveExtension(typed)).toBe(true)
  })

  test.each(['a.jpg', 'a.PNG', 'a.jfif', 'a.heic', 'scan', 'a.svg.jpg', 'certificate no. 12'])(
    '%j is accepted',
    (typed) => {
      expect(hasActiveExtension(typed)).toBe(false)
    },
  )
})
