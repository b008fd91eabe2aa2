// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { MemberRowActions } from './MemberRowActions.tsx'

const member = (id: string, name: string) =>
  ({ id, name, role: 'oem', is_active: true, payment_status: false }) as Member

const rowOf = (shown: Member) => (
  <MemberRowActions member={shown} removeLabel="Remove" onAction={() => {}} />
)

async function openMenu(name: string) {
  await userEvent.click(screen.getByRole('button', { name: `More actions for ${name}` }))
  return screen.findByRole('menuitemcheckbox', { name: 'Active' })
}

test('a row that a search gives to another member does not show the change of the one before', async () => {
  const saved = Promise.withResolvers<void>()
  await startApi(async () => {
    await saved.promise
    return { body: {} }
  })
  onTestFinished(() => saved.resolve())
  const { rerender } = renderPage(rowOf(member('1', 'Asha')))
  await userEvent.click(await openMenu('Asha'))
  expect((await openMenu('Asha')).getAttribute('aria-checked')).toBe('false')
  await userEvent.keyboard('{Escape}')
  rerender(rowOf(member('2', 'Bina')))
  expect((await openMenu('Bina')).getAttribute('aria-checked')).toBe('true')
})

test('each entry of the menu begins with an icon or a checkbox', async () => {
  renderPage(rowOf(member('1', 'Asha')))
  await openMenu('Asha')
  const entries = [...document.querySelectorAll('[role^="menuitem"]')]
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Mark Paid',
    'Active',
    'Sign out everywhere',
    'Remove',
  ])
  for (const entry of entries) expect(entry.querySelector('svg')).not.toBeNull()
})

test('an open menu closes when its row shows another member', async () => {
  const { rerender } = renderPage(rowOf(member('1', 'Asha')))
  await openMenu('Asha')
  rerender(rowOf(member('1', 'Asha Patil')))
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Active' })).not.toBeNull()
  rerender(rowOf(member('2', 'Bina')))
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Active' })).toBeNull()
})

test('on a tablet the menu alone views and edits, so that the columns get the width', async () => {
  const { matchMedia } = window
  onTestFinished(() => {
    window.matchMedia = matchMedia
  })
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query === '(width < 64rem)' })
  renderPage(rowOf(member('1', 'Asha')))
  expect(screen.queryByRole('button', { name: 'Edit Asha' })).toBeNull()
  await openMenu('Asha')
  expect(screen.getByRole('menuitem', { name: 'View' })).toBeDefined()
  expect(screen.getByRole('menuitem', { name: 'Edit' })).toBeDefined()
})
