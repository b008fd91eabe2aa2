/** The members of a large, realistic and reproducible register. */

import { derivedColumns } from '#features/members/columns/derived-columns.ts'
import { materialIds } from '#features/members/materials.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { emptyPerson } from '#features/members/server/record/new-person.ts'

const firstNames =
  'Asha Ravi Priya Vikram Meena Suresh Kavita Harish Leela Nitin Farah Gopal Jyoti Omkar Bhavna Dinesh Rukmini Yusuf Esha Tarun'.split(
    ' ',
  )
const surnames =
  'Sharma Patil Kumar Shah Reddy Nair Singh Mehta Joshi Das Iyer Bose Gill Rao Jain Naidu Pillai Saxena Chopra Verma Bhatt'.split(
    ' ',
  )
const trades =
  'Timber Boards Plywood Laminates Veneers Doors Interiors Panels Adhesives Hardware'.split(' ')
const cities =
  'Pune Mumbai Jodhpur Morbi Yamunanagar Rajkot Surat Indore Nagpur Chennai Kochi Bengaluru Hyderabad Delhi Ludhiana Kolkata Guwahati Kandla Nashik Jaipur'.split(
    ' ',
  )
const modes = ['Bank', 'Cash', 'Cheque', 'GPay']

const day = 86_400_000
const newest = Date.UTC(2026, 9, 1)
const pick = <Item>(from: readonly Item[], i: number): Item => {
  const item = from[i % from.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** One of ten is a Sharma, one of 20,000 sells zebrano; 4 % are deleted, 5 % hidden, 60 % paid. */
export function memberAt(i: number): PersonRow {
  // The step is coprime to the lengths of the lists, so that neighbours differ.
  const n = (i * 7919) % 1_000_003
  const first = pick(firstNames, n)
  const last = n % 10 === 0 ? 'Sharma' : pick(surnames.slice(1), n)
  const role = n % 9 < 5 ? 'oem' : 'vendor'
  const joined = new Date(newest - (n % 4000) * day - n * 37)
  const city = pick(cities, (n >> 3) % 20)
  const rare = i % 20_000 === 7 ? ' Zebrano' : ''
  const address = `Plot ${n % 900}, ${pick(trades, n >> 2)} Estate, MIDC Phase ${n % 4}, ${city} ${411000 + (n % 999)}`
  const person: PersonRow = {
    ...emptyPerson(`${first}.${last}${i}@firm${n % 977}.example`.toLowerCase(), joined),
    id: `bench-${String(i).padStart(8, '0')}-${n.toString(36)}`,
    role,
    name: i % 40 === 3 ? `बढ़ई ${first} ${last}` : `${first} ${last}`,
    company_name: `${last} ${pick(trades, n >> 1)}${rare} ${n % 700} Private Limited`,
    membership_number: `${role.toUpperCase()}${joined.getUTCFullYear()}${String(i).padStart(6, '0')}`,
    is_active: n % 25 !== 4,
    is_visible: n % 20 !== 6,
    whatsapp_number: `+91 98${String(n).padStart(8, '0')}`,
    website_url: `https://www.firm${n % 977}.example`,
    company_description: `Family business in ${city} since ${1960 + (n % 60)}, making and trading ${pick(trades, n)} for kitchens, offices and hotels.`,
    services_products: `${pick(trades, n)}, ${pick(trades, n >> 4)} and cut to size`,
    address: `${n % 300} Market Road, ${city}`,
    factory_address: address,
    certificate_postal_address: address,
    business_partner: `${pick(firstNames, n >> 5)} ${last}`,
    materials:
      role === 'vendor'
        ? JSON.stringify([...new Set([pick(materialIds, n), pick(materialIds, n >> 6)])])
        : '[]',
    remarks: n % 3 === 0 ? 'Moved from the old register' : '',
    ...paymentAt(n),
  }
  return { ...person, ...derivedColumns(person) }
}

function paymentAt(n: number): Partial<PersonRow> {
  if (n % 5 < 2) return {}
  const year = 2023 + (n % 4)
  return {
    payment_amount: 250_000 + (n % 7) * 50_000 + (n % 3 === 0 ? 50 : 0),
    payment_mode: pick(modes, n),
    payment_reference: `UTR${n}`,
    payment_date: new Date(Date.UTC(year, 3, 1) + (n % 180) * day + n).toISOString(),
    membership_valid_from: `${year}-04-01`,
    membership_valid_to: `${year + 1}-03-31`,
    ledger_entry_id: `entry-${n}`,
    paid_until: `${year + 1}-03-31`,
  }
}
