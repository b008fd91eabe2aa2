// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Application, emptyApplicationData } from '../../answers.ts'
import { ApplicationFacts } from './ApplicationFacts.tsx'

const application: Application = {
  id: '1',
  type: 'vendor',
  status: 'pending',
  created_at: '2025-01-05T09:00:00.000Z',
  updated_at: '2025-01-05T09:00:00.000Z',
  formData: {
    ...emptyApplicationData,
    name: 'Asha Patil',
    email: 'asha@teak.example',
    companyName: 'Teak Works',
  },
  decided_at: null,
  decided_by: null,
  decision_reason: '',
  member_id: null,
  membership_number: null,
  notice_version: null,
  consented_at: null,
  email_confirmed_at: null,
  papers_removed_at: null,
  kept_at: null,
}

const factOf = (name: string) => screen.getByText(name).parentElement?.querySelector('dd')

test.each(['WhatsApp Number', 'Website', 'Referred By', 'Address'])(
  'an empty %s is not given',
  (name) => {
    render(<ApplicationFacts application={application} />)
    expect(factOf(name)?.textContent).toBe('Not given')
  },
)

test('numbers and addresses are links', () => {
  const formData = {
    ...application.formData,
    whatsappNumber: '+91 98765 43210',
    websiteUrl: 'https://teak.example',
  }
  render(<ApplicationFacts application={{ ...application, formData }} />)
  const linkOf = (name: string) => factOf(name)?.querySelector('a')?.href
  expect(linkOf('WhatsApp Number')).toBe('https://wa.me/919876543210')
  expect(linkOf('Website')).toBe('https://teak.example/')
  expect(linkOf('Email')).toBe('mailto:asha@teak.example')
})
