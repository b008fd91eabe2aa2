import { describe, expect, test } from 'vitest'
import { foldCase, normaliseForSearch } from './search.ts'

describe('the search ignores', () => {
  test.each([
    ['Devanagari', 'बढ़ई फ़र्नीचर', 'बढई फर्नीचर'],
    ['Bengali', 'বন্দ্যোপাধ্যায় বড়ুয়া', 'বন্দ্যোপাধ্যায বডুযা'],
    ['Gurmukhi', 'ਸ਼੍ਰੀ ਜ਼ੋਰਾਵਰ ਖ਼ਾਨ', 'ਸ੍ਰੀ ਜੋਰਾਵਰ ਖਾਨ'],
    ['Gujarati', 'કરીમ ખા઼ન', 'કરીમ ખાન'],
    ['Odia', 'ଓଡ଼ିଶା', 'ଓଡିଶା'],
    ['Kannada', 'ಫ಼ರ್ನಿಚರ್', 'ಫರ್ನಿಚರ್'],
  ])('the nukta of %s', (_script, withIt, without) => {
    for (const form of ['NFC', 'NFD'] as const)
      expect(normaliseForSearch(withIt.normalize(form))).toBe(normaliseForSearch(without))
    expect(foldCase(withIt)).not.toBe(foldCase(without))
  })

  test.each([
    ['zero width spaces', 'Te\u200Bak', 'Teak'],
    ['soft hyphens', 'Ply\u00ADwood', 'Plywood'],
    ['marks of direction', '\u202AAsha\u202C \u200EPatil', 'Asha Patil'],
    ['the apostrophe of a telephone', 'D’Souza Dʼsouza', "D'Souza D'souza"],
    ['the mark of a keyboard beside 1', 'd`souza', "d'souza"],
    ['typed quotation marks', '“Teak” ‘Oak’', `"Teak" 'Oak'`],
    ['typed hyphens', '12–14 Wood‑craft', '12-14 Wood-craft'],
    ['no-break spaces', 'Teak\u00A0Works', 'Teak Works'],
    ['digits of other scripts', 'प्लॉट १२', 'प्लॉट 12'],
    ['joiners', 'क्\u200Dषीर र\u200C', 'क्षीर र'],
    ['how final letters of Malayalam are typed', 'അവന്\u200D മോഹന്\u200Dലാല്\u200D', 'അവൻ മോഹൻലാൽ'],
    ['how a final letter of Bengali is typed', 'উত্\u200Dপল', 'উৎপল'],
    ['composition', 'কো কৌ கொ கௌ'.normalize('NFD'), 'কো কৌ கொ கௌ'],
  ])('%s', (_what, typed, plain) => {
    expect(normaliseForSearch(typed)).toBe(normaliseForSearch(plain))
    expect(foldCase(typed)).toBe(foldCase(plain))
  })
})
