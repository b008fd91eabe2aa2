// cspell:disable
import { expect, test } from 'vitest'
import { placeOf, placeOfAddress, statesNamed } from './address-state.ts'
import { cities, stateAliases } from './place-names.ts'

test.each([
  // With a PIN code, which counts before the names.
  ['F-214, Boranada, Jodhpur 342012, Rajasthan', '08'],
  ['Timber Market, Pune - 411 042', '27'],
  ['प्लॉट १४, टिंबर मार्केट, पुणे ४११०४२', '27'],
  ['Timber Market, Mumbai, Maharashtra 560058', '29'],
  ['Delhi Road, Meerut 250002', '09'],
  ['Market Road, Nepal Gunj Road, Bahraich 271801', '09'],
  ['Old China Bazar Street, 700001', '19'],
  // A PIN code of an army post office or of two states says none.
  ['C/o 99 APO 900056, Bengaluru', '29'],
  ['Villianur 605110, Puducherry', '34'],
  // The name of a state.
  ['Plot 7, Peenya, Bengaluru, Karnataka', '29'],
  ['PLOT 7 PEENYA BENGALURU KARNATAKA INDIA', '29'],
  ['Shop 4, Timber Mkt, Kolhapur, Mah.', '27'],
  ['Gat no. 12, Chakan, Tal. Khed, Dist. Pune, Mah', '27'],
  ['Mill Road, Sitapur, U.P.', '09'],
  ['Mill Road, Sitapur (U. P.)', '09'],
  ['Mill Road, Sitapur UP', '09'],
  ['12 Anna Salai, Namakkal, TN', '33'],
  ['12 Anna Salai, Namakkal, T.N.', '33'],
  ['12 Main Road, Namakkal - Tamilnadu', '33'],
  ['Lal Chowk, Srinagar, J&K', '01'],
  ['Lal Chowk, Srinagar, J & K', '01'],
  ['Lal Chowk, Srinagar, Jammu & Kashmir.', '01'],
  ['Plot 3, Dabhel, Daman', '26'],
  ['Plot 3, Dabhel, Daman & Diu', '26'],
  ['Khanvel Road, Silvassa, D.N.H.', '26'],
  ['Plot 9, Aurangabad, Bihar', '10'],
  ['Plot 9, Aurangabad (Maharashtra)', '27'],
  ['Bypass, Bilaspur-C.G.', '22'],
  ['Bypass, Bilaspur, H.P.', '02'],
  ['Village Rampur, Dist. Raigarh, Chattisgarh State, India', '22'],
  ['State: West Bengal, Town: Kalna', '19'],
  ['Vill. Bolpur, W.B. Ph: 03463 252525', '19'],
  ['Balasore, Orissa, Mob 98250 12345', '21'],
  ['Industrial Area, New Delhi', '07'],
  ['Sector 17, Chandigarh', '04'],
  ['ग्राम रामपुर, उत्तर प्रदेश', '09'],
  ['ग्राम रामपुर, उ.प्र.', '09'],
  ['बोरानाडा, राजस्थान, भारत', '08'],
  ['सेक्टर 17, चंडीगढ़', '04'],
  // Two states: the last one.
  ['Office Surat, Gujarat; godown at Palghar, Maharashtra', '27'],
  ['Rajasthan Timber Works, Village Kathwada, Gujarat', '24'],
  ['Punjab, near Haryana', '06'],
  ['Hotel Punjab, Andheri East, Mumbai', '27'],
  // The name of a city.
  ['Peenya, Bengaluru', '29'],
  ['Peenya Indl Area, Bangalore-58', '29'],
  ['Delhi Road, Meerut', '09'],
  ['Goa Street, Mumbai', '27'],
  ['Gujarat Timber Depot, Yamuna Nagar', '06'],
  ['Jagadhri Road, Yamunanagar Near Ply Chowk', '06'],
  ['8-A National Highway, Morbi', '24'],
  ['M.C. Road, Perumbavoor, Ernakulam Dist.', '32'],
  ['Kulshekar, Mangaluru', '29'],
  ['Fort, Mumbai (West)', '27'],
  ['टिंबर मार्केट, यमुनानगर', '06'],
  // Outside India.
  ['Dhaka 1212, Bangladesh', '96'],
  ['House 4, Kathmandu Nepal', '96'],
  ['Longgang, Shenzhen 518000, China', '96'],
  ['10 Anson Road, Singapore 079903', '96'],
  ['Latifabad, Hyderabad, Pakistan', '96'],
  ['Al Quoz, Dubai, U.A.E.', '96'],
  // None.
  ['Plot 7, Timber Market', undefined],
  ['Delhi Road', undefined],
  ['Main Road, Aurangabad', undefined],
  ['Agra Road, Maharashtra Nagar', undefined],
  ['Goan Village, Panjabi Bagh', undefined],
  ['Nepalganj Border Road', undefined],
  ['98250 12345', undefined],
  ['', undefined],
])('the address %j is in %s', (address, code) => {
  expect(placeOfAddress(address)).toBe(code)
})

test('the GSTIN counts before the addresses, the first address that says a state before the others', () => {
  const pune = 'Bhosari, Pune 411026'
  expect(placeOf('24AAPFU0939F1ZV', [pune])).toBe('24')
  expect(placeOf('', ['Peenya, Bengaluru', '', pune])).toBe('29')
  expect(placeOf('', ['Plot 7', '', pune])).toBe('27')
  expect(placeOf('', ['Plot 7', '', ''])).toBeUndefined()
})

test.each([
  ['rajasthan', '08'],
  ['राजस्थान', '08'],
  ['uttar', '09'],
  ['pradesh', '02,09,12,23,37'],
  ['tamilnadu', '33'],
  ['goa', '30'],
  ['raj', ''],
  ['state', ''],
  ['jaipur', ''],
])('%s is in the names of the states %s', (word, codes) => {
  expect([...statesNamed(word)].toSorted().join()).toBe(codes)
})

test('no name is that of two states', () => {
  const names = [stateAliases, cities].map((lists) =>
    Object.values(lists).flatMap((list) => list.toLowerCase().split('|')),
  )
  for (const list of names) expect(list.filter((name, at) => list.indexOf(name) !== at)).toEqual([])
})
