/** The shape of an entry in the table of a member's fields (fields.ts), and its common rules. */

import { z } from 'zod'
import type { Day, Instant } from '#shared/dates.ts'
import { optional } from '#shared/fields.ts'
import { keysOf } from '#shared/records.ts'
import type { MemberRole } from '#shared/roles.ts'
import { materialIds } from '../materials.ts'
import type { ShownField } from './shown-fields.ts'

export type FormName = 'add' | 'edit' | 'profile' | 'memberData'

/** An entry of the table; its key is the column of `person`. */
export interface Field extends ShownField {
  /** The value of a new person; null for a column that may be null. */
  empty: '' | '[]' | boolean | null
  /** Its name in JSON, where that is not the column. */
  wire?: string
  /** The name in sentences of the history and of refusals: '… changed the name'. */
  inSentence: string
  /** 'admins': only administrators; 'owner': also the member; 'members': also others, in the directory. */
  readBy: 'admins' | 'owner' | 'members'
  /** The switch of the member without which other members do not read the field. */
  shownBy?: 'show_phone' | 'show_email' | 'show_address'
  /** The schema in each form that has it. In all but `add` an absent value stays unchanged. */
  write?: { readonly [Form in FormName]?: z.ZodType }
  /** The roles that have the field; absent: all. */
  roles?: readonly MemberRole[]
  /**
   * Further headings, separated by ', '. A field with `headings` is read by imports, under these, its own name and its
   * labels.
   */
  headings?: string
  /** The field of an application that an approval takes over (contract 3.8). */
  applicationField?: string
  /** Props of its control. */
  input?: { autoComplete?: string; autoCapitalize?: string; spellCheck?: boolean }
  hints?: { readonly [Form in FormName]?: string }
  /** Marks the control as optional. */
  optional?: true
}

/** What the text of a field of this kind is. */
export type TextOf<Kind> = Kind extends 'day' ? Day : Kind extends 'instant' ? Instant : string

export const visibilityFlag = z.boolean('Please say whether others may see it').optional()

/** A text; null counts as empty. When it is missing, the old value stays. */
export const emptyForNull = (schema: z.ZodType<string, string>) =>
  z.preprocess((typed: string | null | undefined) => typed ?? '', schema).optional()

const pick = <Rules, Form extends keyof Rules>(rules: Rules, forms: readonly Form[]) =>
  Object.fromEntries(forms.map((form) => [form, rules[form]])) as Pick<Rules, Form>

/** A text that may be empty. When it is missing, `add` stores '', and the other forms keep the old value. */
export function optionalIn<Form extends FormName>(
  schema: z.ZodType<string, string>,
  ...forms: Form[]
) {
  const rules = {
    add: optional(schema),
    edit: schema.optional(),
    profile: emptyForNull(schema),
    memberData: emptyForNull(schema),
  }
  return pick(rules, forms)
}

/** One of `choices`, '' among them. When it is missing, `add` stores '', and the other forms keep the old value. */
export function optionalChoiceIn<Choice extends string, Form extends FormName>(
  choices: Readonly<Record<Choice | '', string>>,
  message: string,
  ...forms: Form[]
) {
  const schema: z.ZodType<Choice | '', Choice | ''> = z.enum(keysOf(choices), message)
  const kept = schema.optional()
  return pick({ add: schema.default(''), edit: kept, profile: kept, memberData: kept }, forms)
}

export const roleMessage = 'Please select a member type'

export const visibleMessage = 'Please say whether the member is visible'

export const logoMessage = 'Please upload the logo again'

export const materialsMessage = 'Please choose materials from the list'

/** The ids of the materials a vendor supplies. */
export const selectedMaterials = z
  .array(z.enum(materialIds, materialsMessage), materialsMessage)
  .max(materialIds.length, 'Please choose each material once')
