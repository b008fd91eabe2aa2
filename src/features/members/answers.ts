/** Schemas of the answers about members; fields.ts declares which fields each kind of reader gets (contract 3). */

import { z } from 'zod'
import type { Instant } from '#shared/dates.ts'
import { day, moment } from '#shared/fields.ts'
import { type MemberRole, memberRoles, type Role, roles } from '#shared/roles.ts'
import { type DuesDays, duesDays } from './dues-status.ts'
import type { Field, TextOf } from './fields/field-rules.ts'
import {
  type FieldName,
  type Fields,
  fieldNames,
  fieldOf,
  type WireName,
  wireName,
} from './fields/fields.ts'
import { paymentFields } from './fields/payment-fields.ts'
import type { Kind } from './fields/shown-fields.ts'

/** A field's value in JSON. */
type JsonValue<F extends Field> = F['kind'] extends 'flag'
  ? boolean
  : F['kind'] extends 'materials'
    ? string[]
    : F['kind'] extends 'money'
      ? number | null
      : F extends { choices: infer Choices }
        ? keyof Choices & string
        : TextOf<F['kind']> | (F['empty'] extends null ? null : never)

/** The fields that these readers get, without the role, whose type differs between the answers. */
type ReadBy<Readers extends Field['readBy']> = {
  [Name in Exclude<FieldName, 'role'>]: Fields[Name]['readBy'] extends Readers ? Name : never
}[Exclude<FieldName, 'role'>]

type ValuesOf<Names extends FieldName> = {
  [Name in Names as WireName<Name>]: JsonValue<Fields[Name]>
}

/** The signed-in person, without what only administrators read (contract 3.1). Times are ISO UTC. */
export interface User extends ValuesOf<ReadBy<'owner' | 'members'>> {
  id: string
  /** Absent for a job seeker. */
  role?: Role
  is_member: boolean
  /** The version of the record. An edit sends it back, and is refused when it is no longer current. */
  updated_at: Instant
}

type PaymentValues = {
  [Name in keyof typeof paymentFields]: JsonValue<(typeof paymentFields)[Name]>
}

/** A member or administrator, active or not, as administrators see them (contract 3.2). */
export interface Member extends ValuesOf<Exclude<FieldName, 'role'>>, PaymentValues, DuesDays {
  id: string
  role: Role
  is_member: boolean
  payment_status: boolean
  updated_at: Instant
}

type SharedValues = {
  [Name in ReadBy<'members'> as WireName<Name>]:
    | JsonValue<Fields[Name]>
    | (Fields[Name] extends { shownBy: string } ? null : never)
}

/** A member as other members see them (contract 3.15); null where the member hides the field. */
export interface DirectoryMember extends SharedValues {
  id: string
  role: MemberRole
  /** The city as typed, or as derived from an address that is shown. */
  city: string
}

export const namesReadBy = (...readers: readonly Field['readBy'][]): FieldName[] =>
  fieldNames.filter((name) => name !== 'role' && readers.includes(fieldOf(name).readBy))

export const ownFields = namesReadBy('members', 'owner')
export const directoryFields = namesReadBy('members')

const kinds: Record<Exclude<Kind, 'choice'>, z.ZodType> = {
  singleLine: z.string(),
  multiLine: z.string(),
  url: z.string(),
  email: z.string(),
  phone: z.string(),
  flag: z.boolean(),
  image: z.string(),
  role: z.enum(roles),
  materials: z.array(z.string()),
  day,
  instant: moment,
  money: z.number(),
}

function schemaOf({ kind, choices = {}, empty }: Field, isHideable = false): z.ZodType {
  const schema = kind === 'choice' ? z.enum(Object.keys(choices)) : kinds[kind]
  return empty === null || isHideable ? schema.nullable() : schema
}

const schemasOf = (names: readonly FieldName[]) =>
  Object.fromEntries(names.map((name) => [wireName(name), schemaOf(fieldOf(name))]))

const idAndVersion = { id: z.string(), updated_at: moment }

// The casts: the compiler cannot follow the table through Object.fromEntries. The tests of the calls
// compare every answer with its schema.
export const userAnswer = z.strictObject({
  ...idAndVersion,
  role: z.enum(roles).optional(),
  ...schemasOf(ownFields),
  is_member: z.boolean(),
}) as z.ZodType as z.ZodType<User>

const memberShape: Record<string, z.ZodType> = {
  ...idAndVersion,
  role: z.enum(roles),
  ...schemasOf(namesReadBy('members', 'owner', 'admins')),
  ...Object.fromEntries(
    Object.entries(paymentFields).map(([name, field]) => [name, schemaOf(field)]),
  ),
  is_member: z.boolean(),
  payment_status: z.boolean(),
  ...Object.fromEntries(duesDays.map((name) => [name, day.nullable()])),
}

export const memberAnswer = z.strictObject(memberShape) as z.ZodType as z.ZodType<Member>
export const membersAnswer = z.array(memberAnswer)

/** An answer with these properties of a member and no others. */
export const memberPart = <Name extends keyof Member>(names: readonly Name[]) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, memberShape[name] ?? z.never()])),
  ) as z.ZodType as z.ZodType<Pick<Member, Name>>

export const directoryMemberAnswer = z.strictObject({
  id: z.string(),
  role: z.enum(memberRoles),
  ...Object.fromEntries(
    directoryFields.map((name) => {
      const field = fieldOf(name)
      return [wireName(name), schemaOf(field, field.shownBy !== undefined)]
    }),
  ),
  city: z.string(),
}) as z.ZodType as z.ZodType<DirectoryMember>

const countsByType = z.strictObject({ oem: z.int(), vendor: z.int() })

/** How many members each list of members has, for the counts beside their names. */
export const memberCountsAnswer = z.strictObject({
  active: countsByType,
  inactive: countsByType,
  /** Active members who owe today, whatever for: 'Due or lapsed' in Renewals. */
  owing: z.int(),
})
export type MemberCounts = z.infer<typeof memberCountsAnswer>

/** Members for an administrator, the directory for everybody else. */
export const membersOrDirectoryAnswer = z.union([z.array(directoryMemberAnswer), membersAnswer])

const directoryCity = z.strictObject({ city: z.string(), members: z.int().min(1) })
export type DirectoryCity = z.infer<typeof directoryCity>

/** The cities of the directory, by name. */
export const directoryCitiesAnswer = z.array(directoryCity)

const memberChange = z.strictObject({
  id: z.string(),
  at: moment,
  who: z.string(),
  /** A sentence without its full stop: 'Asha Patil changed the name'. */
  words: z.string(),
  /** Labels of the fields, and the values in display form. */
  details: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
  can_undo: z.boolean(),
})
export type MemberChange = z.infer<typeof memberChange>

/** The changes of a member, newest first. */
export const memberHistoryAnswer = z.array(memberChange)

export const deletedMemberAnswer = z.strictObject({ id: z.string() })
