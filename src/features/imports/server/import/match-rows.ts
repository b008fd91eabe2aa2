/** Finds the member that a row of a spreadsheet belongs to (contract 15.2). */

import type { Column } from '#features/members/columns/spreadsheet-columns.ts'
import { memberWithCompany } from '#features/members/display-name.ts'
import { companyKey, phoneKey } from '#features/members/duplicate-keys.ts'
import { numberKey, numberTakenMessage } from '#features/members/membership-number.ts'
import {
  findPeople,
  findPeopleByContact,
  findPeopleByEmail,
} from '#features/members/server/list/bulk-queries.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { findNumberOwners } from '#features/members/server/record/membership-number-queries.ts'
import {
  findReservedNumbers,
  isReservedFor,
  type ReservedNumber,
} from '#features/members/server/record/reserved-number-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isMemberRole } from '#shared/roles.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import type { FileRow } from './file-row.ts'
import { validateCell } from './validate-cell.ts'

/** The column is '' when the error concerns the full row. */
export type AddError = (column: Column | '', reason: string) => void

/** The keys by which a row is matched, normalised as in the database; '' where it has none. */
export interface MatchKeys {
  email: string
  membership_number: string
  phone_key: string
  company_key: string
}

export function matchKeysOf({ cells, isValidated }: FileRow): MatchKeys {
  const { email = '', membership_number: number = '' } = cells
  return {
    email: isValidated || email === '' ? email : normalisedEmail(email),
    membership_number: number && numberKey(number),
    phone_key: phoneKey(cells.whatsapp_number ?? ''),
    company_key: companyKey(cells.company_name ?? ''),
  }
}

function normalisedEmail(cell: string): string {
  const result = validateCell('email', cell)
  return 'text' in result ? result.text : cell
}

/** The key of phone and company together; '' unless a row has both. */
const contactKey = ({
  phone_key: phone,
  company_key: company,
}: Pick<MatchKeys, 'phone_key' | 'company_key'>): string =>
  phone && company ? `${phone} ${company}` : ''

/** A row is looked up by phone and company only when it has no email. */
const needsContact = (keys: MatchKeys): boolean => keys.email === '' && contactKey(keys) !== ''

interface ExistingPeople {
  byEmail: ReadonlyMap<string, PersonRow>
  byId: ReadonlyMap<string, PersonRow>
  /** Members by `contactKey`. */
  byContact: ReadonlyMap<string, PersonRow[]>
  /** Ids of people by the keys of all membership numbers they have or had. */
  numberOwners: ReadonlyMap<string, string>
  /** The numbers of undone imports by their keys, among those of the rows. */
  reserved: ReadonlyMap<string, ReservedNumber>
}

/** All people that the rows may belong to, except those `written` by earlier rows, read with a few queries. */
export async function findExistingPeople(
  db: Database,
  keys: readonly MatchKeys[],
  written: ReadonlySet<string>,
): Promise<ExistingPeople> {
  const others = (people: readonly PersonRow[]) => people.filter(({ id }) => !written.has(id))
  const numbers = distinct(keys.map((key) => key.membership_number))
  const numberOwners = await findNumberOwners(db, numbers)
  const byEmail = await findPeopleByEmail(db, distinct(keys.map(({ email }) => email)))
  const byNumber = await findPeople(db, distinct([...numberOwners.values()]))
  const contacts = keys.filter(needsContact)
  const byContact = await findPeopleByContact(
    db,
    distinct(contacts.map(({ phone_key }) => phone_key)),
    distinct(contacts.map(({ company_key }) => company_key)),
  )
  const reserved = await findReservedNumbers(db, { numbers: [...numberOwners.keys()] })
  return {
    byEmail: new Map(others(byEmail).map((person) => [person.email, person])),
    byId: new Map(others(byNumber).map((person) => [person.id, person])),
    byContact: Map.groupBy(others(byContact), contactKey),
    numberOwners,
    reserved: new Map(reserved.map((number) => [number.number, number])),
  }
}

const distinct = (keys: readonly string[]): string[] => [...new Set(keys)].filter(Boolean)

/** The person that a row belongs to; undefined for a new one, and when the match is unclear. */
export function matchPerson(
  { cells }: FileRow,
  keys: MatchKeys,
  existing: ExistingPeople,
  addError: AddError,
): PersonRow | undefined {
  const byEmail = existing.byEmail.get(keys.email)
  const ownerId = existing.numberOwners.get(keys.membership_number)
  const owner = ownerId === undefined ? undefined : existing.byId.get(ownerId)
  const isCurrentNumber =
    owner !== undefined && numberKey(owner.membership_number ?? '') === keys.membership_number
  const isTaken = ownerId !== undefined && !isCurrentNumber && ownerId !== byEmail?.id
  const reserved = existing.reserved.get(keys.membership_number)
  if (isTaken && !(reserved && !byEmail?.role && isReservedFor(reserved, keys)))
    addError('membership_number', numberTakenMessage(cells.membership_number ?? ''))
  if (isCurrentNumber && byEmail && byEmail.id !== owner.id)
    addError('email', `This email already belongs to ${memberWithCompany(byEmail)}`)
  if (keys.membership_number !== '' && ownerId === undefined && !byEmail)
    askForNumber(cells.membership_number ?? '', keys, existing, addError)
  const person = isCurrentNumber ? owner : (byEmail ?? matchByContact(keys, existing, addError))
  if (person?.role === 'admin')
    addError(
      'email',
      `${memberWithCompany(person)} is an administrator; an import changes members only`,
    )
  else if (person && !person.is_active && cells.is_active === undefined)
    addError('', `${memberWithCompany(person)} is a deleted user; restore them first`)
  return person
}

/**
 * The member with the phone and company of the row. A member without an email is preferred, because
 * the row has none either; several that fit are an error.
 */
function matchByContact(
  keys: MatchKeys,
  { byContact }: ExistingPeople,
  addError: AddError,
): PersonRow | undefined {
  if (!needsContact(keys) || keys.membership_number !== '') return undefined
  const members = membersWithContact(keys, byContact)
  const active = members.filter(({ is_active }) => is_active)
  const withoutEmail = active.filter(({ email }) => email === '')
  const [candidates = []] = [withoutEmail, active, members].filter((list) => list.length > 0)
  if (candidates.length > 1) {
    const names = candidates.slice(0, 3).map(nameAndNumber)
    if (candidates.length > 3) names.push('others')
    addError(
      'whatsapp_number',
      `${joinWithAnd(names)} have this phone number and company; add the membership number of one of them`,
    )
  }
  return candidates[0]
}

const membersWithContact = (keys: MatchKeys, byContact: ExistingPeople['byContact']): PersonRow[] =>
  (byContact.get(contactKey(keys)) ?? []).filter(({ role }) => isMemberRole(role))

/**
 * An unknown number in a row with the phone and the company of a member: a spreadsheet may have removed its zeros. It
 * is an error, because it may mean a new member or a new number of this member.
 */
function askForNumber(
  number: string,
  keys: MatchKeys,
  { byContact }: ExistingPeople,
  addError: AddError,
): void {
  const [member] = membersWithContact(keys, byContact)
  if (!member || (member.membership_number ?? '') === '') return
  addError(
    'membership_number',
    `No member has the number ${number}, but ${memberWithCompany(member)} has this phone number and company: the same as ${member.membership_number}? If so, write ${member.membership_number} here; give another member a phone number or an email of their own`,
  )
}

const nameAndNumber = (person: PersonRow): string =>
  [memberWithCompany(person), person.membership_number && `(${person.membership_number})`]
    .filter(Boolean)
    .join(' ')

/**
 * Two rows for the same member are an error: which of them is right is unknown. `firstRows` has the
 * first row of each key of the file, across calls.
 */
export function reportDuplicates(
  row: number,
  keys: MatchKeys,
  firstRows: Map<string, number>,
  addError: AddError,
): void {
  const firstRowOf = (key: string): number | undefined => {
    const first = firstRows.get(key)
    if (first === undefined) firstRows.set(key, row)
    return first === row ? undefined : first
  }
  for (const column of ['email', 'membership_number'] as const) {
    const first = keys[column] && firstRowOf(`${column} ${keys[column]}`)
    if (first) addError(column, `Same ${labels[column]} as row ${first}`)
  }
  const contact = contactKey(keys)
  if (contact === '') return
  // Partners of a firm share its phone: rows are the same member only when no other key distinguishes them.
  const anyRow = firstRowOf(`contact ${contact}`)
  const withoutEmail = keys.email
    ? firstRows.get(`contact without email ${contact}`)
    : firstRowOf(`contact without email ${contact}`)
  const first = keys.email ? withoutEmail : anyRow
  if (first && keys.membership_number === '')
    addError('whatsapp_number', `Same phone number and company as row ${first}`)
}

const labels = { email: 'email', membership_number: 'membership number' }
