// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updatePortal } from '#platform/web/api/portal-info.ts'
import { renderPage } from '#test/support/page/page.tsx'
import { LoginOptions } from './LoginOptions.tsx'

test('the primary login is that of members, and of job seekers after the link of a job', () => {
  const primary = () =>
    screen
      .getAllByRole('button')
      .filter(({ className }) => /\bbg-accent\b/.test(className))
      .map(({ textContent }) => textContent)
  renderPage(<LoginOptions onChoose={() => {}} />)
  expect(primary()).toEqual(['Login as OEM / Vendor (Members only)'])
  cleanup()
  renderPage(<LoginOptions isForJob onChoose={() => {}} />)
  expect(primary()).toEqual(['Login to check job openings'])
})

test("the name of the link to the association's website is its text", () => {
  updatePortal({ association_website: 'https://fpma.example' })
  renderPage(<LoginOptions onChoose={() => {}} />)
  const link = screen.getByRole('link', { name: 'Go back to website' })
  expect(link.getAttribute('aria-description')).toBe('Opens in a new tab')
  expect(link.textContent).toBe('Go back to website')
})
