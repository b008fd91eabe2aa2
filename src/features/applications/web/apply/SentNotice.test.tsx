// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { SentNotice } from './SentNotice.tsx'
import { readSentNote, saveSentNote } from './sent-note.ts'

afterEach(() => sessionStorage.clear())

test('says what happens after sending, until it is dismissed', async () => {
  saveSentNote({ number: 'A-3F9C21AB', email: 'asha@teak.example', isDelayed: false })
  const { unmount } = render(<SentNotice />)
  screen.getByRole('heading', { name: 'What happens next' })
  screen.getByText('A-3F9C21AB')
  screen.getByText('asha@teak.example')
  unmount()
  render(<SentNotice />)
  await userEvent.click(screen.getByText('Got it'))
  expect(screen.queryByText('What happens next')).toBeNull()
  expect(readSentNote()).toBeUndefined()
})

test.each([false, true])('says whether the email is delayed: %s', (isDelayed) => {
  saveSentNote({ number: 'A-3F9C21AB', email: 'asha@teak.example', isDelayed })
  render(<SentNotice />)
  expect(screen.queryByText(/emails are delayed/) !== null).toBe(isDelayed)
})

test.each([undefined, { number: 7, email: 'a@b.example' }, 'x'])('ignores the note %j', (note) => {
  sessionStorage.setItem('application-sent', JSON.stringify(note ?? null))
  render(<SentNotice />)
  expect(screen.queryByText('What happens next')).toBeNull()
})
