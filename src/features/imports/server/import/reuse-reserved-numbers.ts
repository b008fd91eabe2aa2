/** Assigns to members of a new import the membership numbers that they had in an undone import. */
import { companyKey, phoneKey } from '#features/members/duplicate-keys.ts'
import { numberKey } from '#features/members/membership-number.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import {
  findReservedNumbers,
  hasSameContact,
  releaseNumbers,
} from '#features/members/server/record/reserved-number-queries.ts'
import type { Database } from '#platform/server/database/database.ts'

interface Context {
  db: Database
  /** Keys of the membership numbers in the file. */
  numbersInFile: ReadonlySet<string>
  emailsInFile: ReadonlySet<string>
}

/**
 * Returns the people. Those without a number get the one that is reserved for their email, or for their phone and
 * company. A number that is reserved for another email of the file is left to the row of that email.
 */
export async function reuseReservedNumbers(
  { db, numbersInFile, emailsInFile }: Context,
  people: readonly PersonRow[],
): Promise<readonly PersonRow[]> {
  const unnumbered = people
    .filter((person) => !person.membership_number)
    .map((person) => ({
      ...person,
      phone_key: phoneKey(person.whatsapp_number),
      company_key: companyKey(person.company_name),
    }))
  const reservedNumbers = await findReservedNumbers(db, {
    emails: unnumbered.flatMap(({ email }) => email || []),
    phones: unnumbered.flatMap(({ phone_key: phone, company_key }) => (company_key && phone) || []),
  })
  const reserved = reservedNumbers.filter(({ number }) => !numbersInFile.has(number))
  if (reserved.length === 0) return people
  const numbers = new Map<string, string>()
  const byEmail = Map.groupBy(reserved, ({ email }) => email)
  for (const { id, email } of unnumbered) {
    const next = email && byEmail.get(email)?.shift()
    if (next) numbers.set(id, next.written_as)
  }
  const byPhone = Map.groupBy(
    reserved.filter(({ email }) => !emailsInFile.has(email)),
    ({ phone_key }) => phone_key,
  )
  for (const person of unnumbered) {
    if (numbers.has(person.id)) continue
    const list = byPhone.get(person.phone_key) ?? []
    const index = list.findIndex((number) => hasSameContact(number, person))
    const [next] = index < 0 ? [] : list.splice(index, 1)
    if (next) numbers.set(person.id, next.written_as)
  }
  return people.map((person) => ({
    ...person,
    membership_number: person.membership_number ?? numbers.get(person.id) ?? null,
  }))
}

/**
 * Frees the reserved numbers that these people have got, so that they can be issued. Call it when everybody has a
 * number: until then, a series must not take one of them.
 */
export async function releaseReserved(db: Database, people: readonly PersonRow[]): Promise<void> {
  const numbers = people.flatMap(({ membership_number: number }) => number ?? [])
  const reserved = await findReservedNumbers(db, { numbers: numbers.map(numberKey) })
  await releaseNumbers(
    db,
    reserved.map(({ number }) => number),
  )
}
