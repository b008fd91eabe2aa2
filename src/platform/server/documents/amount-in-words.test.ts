import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

test.each([
  [0, 'Rupees Zero Only', 'शून्य रुपये मात्र'],
  [100, 'Rupees One Only', 'एक रुपये मात्र'],
  [590_000, 'Rupees Five Thousand Nine Hundred Only', 'पांच हज़ार नौ सौ रुपये मात्र'],
  [-590_000, 'Rupees Five Thousand Nine Hundred Only', 'पांच हज़ार नौ सौ रुपये मात्र'],
  [10_000, 'Rupees One Hundred Only', 'एक सौ रुपये मात्र'],
  [5_150, 'Rupees Fifty One and Fifty Paise Only', 'इक्यावन रुपये पचास पैसे मात्र'],
  [
    1_25_000_50,
    'Rupees One Lakh Twenty Five Thousand and Fifty Paise Only',
    'एक लाख पच्चीस हज़ार रुपये पचास पैसे मात्र',
  ],
  [100_00_00_000_00, 'Rupees One Hundred Crore Only', 'एक सौ करोड़ रुपये मात्र'],
  [
    12_34_56_789_05,
    'Rupees Twelve Crore Thirty Four Lakh Fifty Six Thousand Seven Hundred Eighty Nine and Five Paise Only',
    'बारह करोड़ चौंतीस लाख छप्पन हज़ार सात सौ नवासी रुपये पांच पैसे मात्र',
  ],
])('%d paise in words', (paise, english, hindi) => {
  expect(amountInWords(paise, 'en')).toBe(english)
  expect(amountInWords(paise, 'hi')).toBe(hindi)
})
