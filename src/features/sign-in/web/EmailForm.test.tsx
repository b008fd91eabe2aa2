// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderPage } from '#test/support/page/page.tsx'
import { EmailForm } from './EmailForm.tsx'

describe('the email field of the login screen', () => {
  test('has the address of an invitation, which leaves the address bar', () => {
    window.history.replaceState(null, '', '/login?as=member#email=asha%40teak.example')
    renderPage(
      <EmailForm type="member" email="old@teak.example" onRequest={() => {}} onSent={() => {}} />,
    )
    const field = screen.getByLabelText<HTMLInputElement>('Email')
    expect(field.value).toBe('asha@teak.example')
    expect(document.activeElement).toBe(field)
    expect(window.location.href).toMatch(/\/login\?as=member$/)
  })
})
