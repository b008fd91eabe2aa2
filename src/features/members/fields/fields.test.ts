import { describe, expect, test } from 'vitest'
import { validateCell } from '#features/imports/server/import/validate-cell.ts'
import { profileEdit } from '#features/profile/contract.ts'
import { directoryFields, ownFields } from '../answers.ts'
import { columnOf, importColumns } from '../columns/spreadsheet-columns.ts'
import { memberEdit, newMember } from '../contract.ts'
import { emptyPerson } from '../server/record/new-person.ts'
import type { FormName } from './field-rules.ts'
import { type FieldName, fieldNames, fieldOf, wireName } from './fields.ts'
import { fieldsOfForm } from './forms.ts'
import { addMemberLayout, editMemberLayout, memberDetailsLayout, profileLayout } from './layouts.ts'
import { registerLayout } from './register-layout.ts'

/** Fields that no form has, with the code that writes them. */
const writtenElsewhere: Partial<Record<FieldName, string>> = {
  photo_url: 'PUT /api/admin/members/{id}/photo',
  is_active: 'PUT /api/admin/members/{id}/status',
  created_at: 'enrolment and import',
  invited_at: 'POST /api/admin/invitations',
  last_sign_in_at: 'POST /api/auth/verify',
}

/** What other members read of each other (contract 3.15). A field that is added here becomes public. */
const sharedFields: FieldName[] = [
  'name',
  'email',
  'company_name',
  'whatsapp_number',
  'website_url',
  'membership_number',
  'business_partner',
  'company_description',
  'services_products',
  'address',
  'factory_address',
  'materials',
  'materials_other',
  'social_links',
  'photo_url',
  'logo_url',
  'created_at',
]

/** The columns of the register that the contract names (2.5), in its order. */
const contractColumns = [
  'photo_url',
  'membership_number',
  'name',
  'company_name',
  'created_at',
  'payment_amount',
  'payment_date',
  'payment_mode',
  'payment_reference',
  'whatsapp_number',
  'email',
  'website_url',
  'factory_address',
  'certificate_postal_address',
  'membership_valid_to',
  'remarks',
]

/** Fields of a form that are not part of its layout. */
const placedByHand: Record<Exclude<FormName, 'memberData'>, FieldName[]> = {
  add: ['role', 'materials', 'materials_other'],
  edit: ['materials', 'materials_other'],
  profile: ['name', 'whatsapp_number', 'materials', 'materials_other', 'logo_url'],
}
const layouts = {
  add: Object.values(addMemberLayout).flat(),
  edit: Object.values(editMemberLayout).flat(),
  profile: Object.values(profileLayout).flat(),
}

describe('the fields of a member', () => {
  test.each(fieldNames)('%s has a column, a label and words for the history', (name) => {
    const { label, inSentence, empty } = fieldOf(name)
    expect(emptyPerson('', new Date())).toHaveProperty(name)
    expect(label).toMatch(/^[A-Z]/)
    expect(inSentence).toMatch(/^(the|who sees|whether) /)
    expect(empty).toBeDefined()
  })

  test.each(fieldNames)('%s is written by a form or in another way that is named', (name) => {
    const forms = Object.keys(fieldOf(name).write ?? {})
    expect(forms.length > 0).toBe(writtenElsewhere[name] === undefined)
  })

  test.each(['add', 'edit', 'profile'] as const)(
    'all of the form %s have a place in it',
    (form) => {
      const placed = [...layouts[form], ...placedByHand[form]]
      expect(placed.toSorted()).toEqual(fieldsOfForm(form).toSorted())
    },
  )

  test.each([
    ['add', newMember.def.in.shape, []],
    ['edit', memberEdit.shape, ['updated_at']],
    ['profile', profileEdit.shape, ['updated_at']],
  ] as const)('all of the form %s are in its schema', (form, shape, more) => {
    expect(Object.keys(shape)).toEqual([...fieldsOfForm(form).map(wireName), ...more])
  })

  test('are private unless they are named here', () => {
    expect(directoryFields.toSorted()).toEqual(sharedFields.toSorted())
    const notes = fieldNames.filter((name) => name !== 'role' && !ownFields.includes(name))
    expect(notes).toEqual(['remarks', 'is_visible', 'invited_at', 'last_sign_in_at'])
  })

  test.each(fieldNames)('%s is imported when it has headings', (name) => {
    const hasHeadings = fieldOf(name).headings !== undefined
    expect(importColumns.some((column) => column === name)).toBe(hasHeadings)
  })

  test.each(importColumns)(
    'the import recognises %s by its names and checks its cells',
    (column) => {
      expect(columnOf(column)).toBe(column)
      const longCell = { reason: expect.any(String) }
      expect(validateCell(column, 'x\u0000'.repeat(3000))).toEqual(longCell)
    },
  )

  test('of details and register exist once', () => {
    for (const names of [
      memberDetailsLayout.flatMap(({ fields }) => fields),
      registerLayout.map(({ field }) => field),
    ])
      expect(new Set<string>(names).size).toBe(names.length)
  })

  test('have a column in the register that is hidden at first, unless contract 2.5 has it', () => {
    const shown = registerLayout.filter((column) => !column.isExtra)
    expect(shown.map(({ field }) => field)).toEqual(contractColumns)
  })
})
