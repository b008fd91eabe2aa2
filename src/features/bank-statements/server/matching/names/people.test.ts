/**
 * Names of contacts: whole in one field of a line, in several fields, in a UPI ID, and of two people that begin
 * alike.
 */
// cspell:disable: names as banks write them.
import { expect, test } from 'vitest'
import { line, propose } from '#test/support/money/proposals.ts'

const contacts: Record<string, string> = {
  'Marudhar Handicrafts': 'Devendra Singh',
  'Marudhara Handicrafts': 'Devendra Singh Rathore',
  'Amber Modular Systems': 'Kavita Meena',
  'Bagru Wood Prints': 'Pankaj Chhipa',
  'Vaishali Wardrobes': 'Ritu Mathur',
  'Tonk Road Kitchens': 'Usha Sisodia',
  'Udaipur Swing Works': 'Zakir Husain',
  'Chomu Chairs': 'Uday K Rao',
  'Jodhpur Sheesham House': 'Yogendra Vyas',
  'Hawa Mahal Furnishers': 'Imran Khan',
  'Dhanlaxmi Furniture Zone': 'Prem Sukh',
  'Sanganer Office Furniture': 'Madan Kumawat',
}
const members = Object.entries(contacts).map(([company_name, name], at) => ({
  id: company_name,
  name,
  company_name,
  membership_number: `JT${at + 401}`,
  phone_key: company_name === 'Vaishali Wardrobes' ? '9414027316' : '',
}))
const find = async (narration: string) =>
  (
    await propose([line(narration)], {
      owed: new Map(members.map(({ id }) => [id, 590_000])),
      more: { members, notices: [] },
    })
  )[0]

test.each([
  // The words of a name are in several fields, or one of them is in a UPI ID.
  ['UPIAR/615700830747/CR/DEVENDRA S/HDFC/dev.singh@ok/dues', 'Marudhar Handicrafts'],
  ['UPI/MOB/615700830747/RITU/mathur.sweets@ybl/dues', 'Vaishali Wardrobes'],
  ['UPI/MOB/615700830747/RITU/mathur@ybl/dues', 'Vaishali Wardrobes'],
  ['UPI/MOB/615700830747/RITU/ritu.mathur@ybl/dues', 'Vaishali Wardrobes'],
  ['UPI/MOB/615700830747/X/ritu.mathur@ybl/dues', 'Vaishali Wardrobes'],
  ['UPI/MOB/615700830747/X/ritu.mathur-1@ybl/dues', 'Vaishali Wardrobes'],
  ['UPI/MOB/615700830747/X/ritumathur@ybl/dues', 'Vaishali Wardrobes'],
  ['UPI/MOB/615700830747/USHA/sisodia@ybl/dues', 'Tonk Road Kitchens'],
  ['UPI/MOB/615700830747/PANKAJ/chhipa.j@ybl/dues', 'Bagru Wood Prints'],
  ['UPI/MOB/615700830747/ZAKIR H/husain.m@ybl/membership', 'Udaipur Swing Works'],
  ['UPI/615700830747/P2A/rao.k@ybl/UDAY/dues', 'Chomu Chairs'],
  ['UPI/MOB/615700830747/KAVITA/UPI/dues meena', 'Amber Modular Systems'],
  ['NEFT/SBINN5615700890801/KAVITA/FOR MEENA DUES', 'Amber Modular Systems'],
  ['NEFT/SBINN5615700890801/KAVITA DEVI MEENA/DUES', 'Amber Modular Systems'],
  // Where the line has a phone, the words in a UPI ID are no other name.
  ['UPI/MOB/615700830747/MATHUR/9414027316/ritu@ybl/UPI', 'Vaishali Wardrobes'],
  // Names of firms.
  ['UPI/MOB/615700830747/CHOMU/chairs@ybl/dues', 'Chomu Chairs'],
  ['UPI/MOB/615700830747/TONK ROAD/kitchens.jaipur@ybl/dues', 'Tonk Road Kitchens'],
  ['NEFT/SBINN5615700890801/TONK ROAD/KITCHENS DUES', 'Tonk Road Kitchens'],
  ['UPI/MOB/615700830747/X/chomu.chairs@ybl/dues', 'Chomu Chairs'],
  ['UPI/MOB/615700830747/X/chomuchairs-1@ybl/dues', 'Chomu Chairs'],
  ['UPI/MOB/615700830747/X/dhanlaxmifurniturez@ybl/dues', 'Dhanlaxmi Furniture Zone'],
])('%s has no whole name in one field and is likely', async (narration, company) => {
  expect(await find(narration)).toMatchObject({ confidence: 'likely', person_id: company })
})

test('words of a name in several places are not called the name', async () => {
  for (const narration of ['NEFT/X/KAVITA/FOR MEENA DUES', 'UPI/1/KAVITA/meena@ybl/dues'])
    expect((await find(narration))?.reason).toContain(
      'The description has the words of the name Kavita Meena, of Amber Modular Systems, but not together',
    )
})

test.each([
  ['UPI/MOB/615700900810/RITU MATHUR/rm12@ybl/dues', 'Vaishali Wardrobes'],
  ['UPI/MOB/615700900810/RITUMATHUR/rm12@ybl/dues', 'Vaishali Wardrobes'],
  ['UPI/MOB/615700900810/UDAY RAO/ur12@ybl/dues', 'Chomu Chairs'],
  ['UPI/MOB/615700900810/UDAY K RAO/ur12@ybl/dues', 'Chomu Chairs'],
  ['NEFT/SBINN5615700890801/FOR KAVITA MEENA DUES', 'Amber Modular Systems'],
  ['UPI/MOB/615700900810/RITU MATHUR/9414027316/UPI', 'Vaishali Wardrobes'],
  // A longer name is another person's than its beginning.
  ['UPI/MOB/615700900810/DEVENDRA SINGH RATHORE/dsr9@ybl/dues', 'Marudhara Handicrafts'],
  ['NEFT/SBINN5615700910819/DEVENDRA SINGH RATHORE/MEMBERSHIP', 'Marudhara Handicrafts'],
])('%s has the whole name and is sure', async (narration, company) => {
  expect(await find(narration)).toMatchObject({ confidence: 'sure', person_id: company })
})

test.each([
  ['UPI/MOB/615700900810/DEVENDRA SINGH RATH/dsr9@ybl/dues', 'Marudhara Handicrafts'],
  ['UPI/MOB/615700900810/DEVENDRA SINGH R/dsr9@ybl/dues', 'Marudhara Handicrafts'],
  ['UPI/MOB/615700900810/DEVENDRA SINGH/dsr9@ybl/dues', 'Marudhar Handicrafts'],
  ['NEFT/SBINN5615700910819/DEVENDRA SINGH SHEKHAWAT/DUES', 'Marudhar Handicrafts'],
  ['UPI/MOB/615700900810/DEVENDRA SINGH RATHORE/DEVENDRA SINGH DUES', 'Marudhara Handicrafts'],
])('%s of two people whose names begin alike is likely', async (narration, company) => {
  expect(await find(narration)).toMatchObject({ confidence: 'likely', person_id: company })
})

test.each([
  // A UPI ID of the first words of another firm is a doubt, with or without a dot.
  'jodhpursheesham@ybl',
  'jodhpur.sheesham@ybl',
  'jodhpursheesham22@ybl',
  'hawamahal@ybl',
  'hawa.mahal@ybl',
  'tonkroad@ybl',
  'sanganeroffice@okaxis',
])('%s of another firm is a doubt', async (upiId) => {
  expect(await find(`UPI/MOB/615700900810/CHOMU CHAIRS/${upiId}/dues`)).toMatchObject({
    confidence: 'likely',
    person_id: 'Chomu Chairs',
    reason: expect.stringContaining(`The UPI ID ${upiId} may be that of`),
  })
})

test.each([
  'chomuchairs@ybl',
  'uday.rao@ybl',
  'qutubali@ybl',
  'jodhpurdealer@ybl',
  'officefurniture@ybl',
])('%s of another firm is none', async (upiId) => {
  expect(await find(`UPI/MOB/615700900810/CHOMU CHAIRS/${upiId}/dues`)).toMatchObject({
    confidence: 'sure',
    person_id: 'Chomu Chairs',
  })
})
