import { describe, expect, test } from 'vitest'
import { cityIn } from './city.ts'

describe('cityIn', () => {
  test.each([
    ['F-214, RIICO Industrial Area, Boranada, Jodhpur 342012', 'Jodhpur'],
    ['Plot 41, Jagadhri Road, Yamunanagar - 135001, Haryana', 'Yamunanagar'],
    ['18/3 Timber Market, Kirti Nagar, New Delhi 110 015, India', 'New Delhi'],
    ['W-62, MIDC Bhosari, PUNE 411026, MAHARASHTRA.', 'Pune'],
    ['Survey 212, Morbi, Gujarat, Pin: 363642', 'Morbi'],
    ['Gala 6\nKalher\nBhiwandi - 421302 (Maharashtra)', 'Bhiwandi'],
    ['Plot 9, Dist. Rajkot, Guj.', 'Rajkot'],
    ['12 Timber Lane, Indore M.P. 452015', 'Indore'],
    ['Sector 63, Noida U.P.', 'Noida'],
    ['आर-२, बोरानाडा, जोधपुर ३४२०१२', 'जोधपुर'],
    ['बोरानाडा, जोधपुर', 'जोधपुर'],
    ['Plot 7', ''],
    ['Near the old bus stand behind the temple', ''],
    ['', ''],
    ['Gujarat', ''],
  ])('for %j is %j', (address, city) => {
    expect(cityIn(address)).toBe(city)
  })

  test.each(['(', '-', ' .', '-('])(
    'an address with 100,000 times %j is parsed quickly',
    (characters) => {
      expect(cityIn(`Bhiwandi ${characters.repeat(100_000)}1`)).toBe('')
    },
  )
})
