// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { useFields } from '#platform/web/form/use-fields.ts'
import type { FormName } from '../../fields/field-rules.ts'
import type { FieldName } from '../../fields/fields.ts'
import { addMemberLayout, editMemberLayout, profileLayout } from '../../fields/layouts.ts'
import { MemberFields } from './MemberFields.tsx'

function Form({ form, names }: { form: FormName; names: readonly FieldName[] }) {
  const field = useFields(useForm<Record<FieldName, string>>())
  return <MemberFields form={form} names={names} field={field} />
}

const controlsOf = (form: FormName, names: readonly FieldName[]) => {
  render(<Form form={form} names={names} />)
  return [...document.querySelectorAll('label')].map(({ control, textContent }) => {
    const type = control?.getAttribute('type') ?? control?.tagName.toLowerCase()
    return `${textContent}: ${type}`
  })
}

test.each([
  [
    'add',
    Object.values(addMemberLayout).flat(),
    'Name: text, Company Name: text, Email: email, WhatsApp Number: tel, Membership Number: text, Website URL: url, Business Partner: text, GSTIN (optional): text, Social Links: textarea, Company Description: textarea, Services / Products: textarea, Address: textarea, Factory Address: textarea, Certificate Postal Address: textarea, Remarks: textarea',
  ],
  [
    'edit',
    editMemberLayout.lines,
    'Name: text, Company Name: text, Email: email, WhatsApp Number: tel, Business Partner: text, Membership Number: text, Website URL: url, GSTIN (optional): text, Language of documents: select',
  ],
  [
    'profile',
    Object.values(profileLayout).flat(),
    'Company Name: text, Website: url, Services / Products: textarea, Company Description: textarea, Address: textarea, Factory Address: textarea, Certificate Postal Address: textarea, City (optional): text, Business Partner: text, GSTIN (optional): text, Social Media Links: textarea, Language of documents: select, Mobile No., with WhatsApp: checkbox, Email: checkbox, Address and factory address: checkbox',
  ],
  [
    'memberData',
    ['whatsapp_number', 'website_url', 'remarks'],
    'Mobile No.: tel, Website: url, Remarks: textarea',
  ],
] as const)('the form %s has the controls and labels of the contract', (form, names, expected) => {
  const controls = expected.split(/(?<=: \w+), /)
  // Fields of our own may be between them.
  expect(controlsOf(form, names).filter((one) => controls.includes(one))).toEqual(controls)
})

test('hints belong to their form', () => {
  render(<Form form="edit" names={['membership_number']} />)
  screen.getByText('Leave blank to keep the current number.')
})
