import { expect, test } from 'vitest'
import { purposeOf } from './purposes.ts'

// cspell:disable: words as banks cut and join them.
test.each([
  'expo stall stallbooking stallfee hallrent advance advan adv rental donation donatio sponsorship advt seminar',
  'conference training event gala festival loan emi salary fund dividend tender ticket registration exhibiti',
])('words of other purposes: %s', (words) => {
  for (const word of words.split(' '))
    expect([word, purposeOf(word)]).toEqual([word, expect.any(String)])
})

test.each([
  'works build galaxy galaxies export exports exporters renton advanced stallion fairdeal donald tourmaline eventide loanda',
  'saleem purchaser trainer bannerji bannerghatta funder regal entryway leaseholder dues rentokil',
])('words that only begin like one: %s', (words) => {
  for (const word of words.split(' ')) expect([word, purposeOf(word)]).toEqual([word, undefined])
})
