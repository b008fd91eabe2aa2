import { describe, expect, test } from 'vitest'
import { cleanFileName, refuseActiveExtension } from './file-names.ts'

describe('the name a file came with', () => {
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
  ])('%j is kept as %j', (typed, kept) => {
    expect(cleanFileName(typed)).toBe(kept)
  })

  test('is at most 100 letters long, and no letter is cut in two', () => {
    expect([...cleanFileName('😀'.repeat(5000))]).toHaveLength(100)
  })

  test('takes no longer for a million blanks or dots', () => {
    for (const filler of [' ', '.', ' .', '/', 'a.', '\u0301']) {
      const name = `a${filler.repeat(1_000_000)}b.svg`
      expect([...cleanFileName(name)].length).toBeLessThanOrEqual(100)
      expect(() => refuseActiveExtension(name, 'Please choose a PDF')).toThrow(
        'Please choose a PDF',
      )
      expect(() => refuseActiveExtension(`${name}${'.'.repeat(1_000_000)}-`, 'no')).not.toThrow()
    }
  })

  test('keeps its ending within sight when a stranger filled its middle', () => {
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
  ])('%j says that it is something else', (typed) => {
    expect(() => refuseActiveExtension(typed, 'Please choose a PDF')).toThrow('Please choose a PDF')
  })

  test.each(['a.jpg', 'a.PNG', 'a.jfif', 'a.heic', 'scan', 'a.svg.jpg', 'certificate no. 12'])(
    '%j does not',
    (typed) => {
      expect(() => refuseActiveExtension(typed, 'no')).not.toThrow()
    },
  )
})
