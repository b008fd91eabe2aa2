import { expect, test } from 'vitest'
import { certificateTemplate, contrastOnPaper, defaultTemplate } from './template.ts'

test('the contrast of a colour is that of WCAG', () => {
  expect(contrastOnPaper('#000000')).toBeCloseTo(21)
  expect(contrastOnPaper('#ffffff')).toBeCloseTo(1)
  expect(contrastOnPaper('#767676')).toBeCloseTo(4.54, 2)
})

test.each([
  ['certificate_colour', '#767676', undefined],
  ['certificate_colour', '#777777', 'This colour is too light to read on white paper'],
  ['certificate_accent', '#949494', undefined],
  ['certificate_accent', '#959595', 'This colour is too light to read on white paper'],
  ['certificate_accent', 'gold', 'A colour looks like #1f3a5f'],
])('%s may be %s: %s', (name, colour, message) => {
  const { error } = certificateTemplate.safeParse({ ...defaultTemplate, [name]: colour })
  expect(error?.issues[0]?.message).toBe(message)
})

test('the default template is valid', () => {
  expect(certificateTemplate.parse(defaultTemplate)).toEqual(defaultTemplate)
})
