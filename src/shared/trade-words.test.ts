// cspell:disable
import { describe, expect, test } from 'vitest'
import { normaliseForSearch, searchTerms } from './search.ts'
import { knownWords, placeNames, tradeWords, withoutConnectingWords } from './trade-words.ts'

const wordsFor = (typed: string) => tradeWords(normaliseForSearch(typed))

describe('words of the trade', () => {
  test.each([
    ['carpenter', 'बढ़ई'],
    ['Carpenters', 'बढ़ई'],
    ['बढ़ई', 'carpenter'],
    // As many telephones type it, without the nukta.
    ['बढई', 'carpenter'],
    ['badhai', 'बढ़ई'],
    ['mistri', 'carpenter'],
    ['मिस्त्री', 'बढ़ई'],
    ['polisher', 'पॉलिश'],
    ['पॉलिश', 'polish'],
    ['painter', 'पेंटर'],
    ['welder', 'वेल्डर'],
    ['मशीन', 'machine'],
    ['ऑपरेटर', 'operator'],
    ['furniture', 'फर्नीचर'],
    ['फ़र्नीचर', 'furniture'],
    ['ply', 'प्लाईवुड'],
    ['प्लाईवुड', 'plywood'],
    ['लकड़ी', 'wood'],
    ['lakdi', 'लकड़ी'],
    ['helper', 'हेल्पर'],
    ['driver', 'ड्राइवर'],
    ['डिजाइनर', 'designer'],
    ['sagwan', 'teak'],
    ['अलमारी', 'wardrobe'],
    ['karigar', 'carpenter'],
    ['कारीगर', 'बढ़ई'],
    ['kaarigar', 'worker'],
  ])('%s also finds %s', (typed, found) => {
    expect(wordsFor(typed)).toContain(normaliseForSearch(found))
  })

  test.each(['', 'a', 'marudhar', 'जोधपुर', 'supply', 'glas', '98250'])('%j has none', (typed) => {
    expect(wordsFor(typed)).toEqual([])
  })

  // Those would be found in 'supply', 'saws' and the names of firms.
  test.each(['ply', 'mistry', 'मिस्त्री', 'suthar', 'saw'])(
    '%s is understood but not searched for',
    (word) => {
      expect(wordsFor(word).length).toBeGreaterThan(0)
      for (const other of wordsFor(word)) expect(tradeWords(other)).not.toContain(word)
    },
  )
})

test.each([
  ['carpanter', 'carpanter|carpenter|carpentry'],
  ['fabirc', 'fabirc'],
  ['furnture', 'furnture|furniture'],
  ['rajastan', 'rajastan|rajasthan'],
  ['carpenter', 'carpenter'],
  ['painting', 'painting'],
  ['marudhar', 'marudhar'],
  ['hinge', 'hinge'],
])('%s may mean %s', (typed, words) => {
  expect(knownWords(typed).join('|')).toBe(words)
})

test.each([
  ['जोधपुर', 'jodhpur'],
  ['Jodhpur', 'जोधपुर'],
  ['बड़ौदा', 'vadodara'],
  ['Bangalore', 'bengaluru'],
  ['राजस्थान', 'rajasthan'],
])('the place %s is also found as %s', (typed, found) => {
  expect(placeNames(normaliseForSearch(typed))).toContain(normaliseForSearch(found))
})

test.each([
  ['carpenter in jodhpur', 'carpenter|jodhpur'],
  ['edgeband near pune', 'edgeband|pune'],
  ['पुणे के पास बढ़ई', 'पुणे|बढई'],
  ['in', 'in'],
  ['tin door', 'tin|door'],
  ['plywood and doors', 'plywood|doors'],
])('of %j the search needs %s', (typed, words) => {
  expect(withoutConnectingWords(searchTerms(typed)).join('|')).toBe(words)
})
