// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pendingApplication } from '#test/support/page/pending-application.ts'
import { ApplicationFacts } from './ApplicationFacts.tsx'

const application = pendingApplication()

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
