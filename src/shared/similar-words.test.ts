import { expect, test } from 'vitest'
import { normaliseForSearch } from './search.ts'
import { wordIndex, wordsOf } from './similar-words.ts'

const index = wordIndex(
  wordsOf(
    normaliseForSearch(
      `Marudhar Woodcraft, Plywood & Veneer, Carpenter, Laminates, Polishing, Chaudhari Lakshmi,
       Jodhpur Pune Punjab teak team tea desk, 363642, बढ़ई, कारपेंटर, upholstery, edgeband`,
    ),
  ),
)

test.each([
  ['plywod', ['plywood']],
  ['plywoodd', ['plywood']],
  ['carpentar', ['carpenter']],
  ['carpanter', ['carpenter']],
  ['carepnter', ['carpenter']],
  // While it is being typed.
  ['carpan', ['carpenter']],
  ['uphols', []],
  ['upholts', ['upholstery']],
  ['marudhr', ['marudhar']],
  ['arudhar', []],
  ['kaminates', ['laminates']],
  ['venir', ['veneer']],
  ['laxmi', ['lakshmi']],
  ['choudhary', ['chaudhari']],
  ['jodpur', ['jodhpur']],
  ['tekk', ['teak']],
  ['कारपेटर', ['कारपेंटर']],
  // Short terms must be like a word in full, with its first letter.
  ['pune', []],
  ['puna', ['pune']],
  ['beak', []],
  ['tes', []],
  // A part of a word is found as it is, and numbers are no words.
  ['wood', []],
  ['3636', []],
  ['x'.repeat(41), []],
])('of %j are similar: %j', (term, similar) => {
  expect(index.similar(term)).toEqual(similar)
})

test('lists the nearest words first, and at most eight', () => {
  const farther = [...'abcdefgh'].map((letter) => `pol${letter}zhng`)
  const similar = wordIndex([...farther, 'polishing']).similar('polishng')
  expect(similar.slice(0, 3)).toEqual(['polishing', 'polazhng', 'polbzhng'])
  expect(similar).toHaveLength(8)
})

test('searches 200,000 words in less than a second', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const word = (seed: number) =>
    Array.from(
      { length: 5 + (seed % 6) },
      (_, at) => letters[(seed * (at + 7) * 31 + (seed >> at)) % 26],
    ).join('')
  const large = wordIndex(Array.from({ length: 200_000 }, (_, seed) => word(seed)))
  // The fastest of several searches: the machine may be busy.
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now()
    large.similar('carpentar')
    return performance.now() - start
  })
  expect(Math.min(...times)).toBeLessThan(1000)
})
