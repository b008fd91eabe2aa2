// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page.tsx'
import type { Checklist } from '../../first-day/answers.ts'
import { steps } from '../../first-day/rules.ts'
import { FirstDayCard } from './FirstDayCard.tsx'

const allDone = Object.fromEntries(steps.map((step) => [step, true])) as Checklist['steps']

let api: Awaited<ReturnType<typeof startApi>>
let checklist: Checklist
let name: string

beforeEach(async () => {
  name = ''
  checklist = {
    steps: { ...allDone, name: false, members: false, invitations: false },
    dismissed: false,
  }
  api = await startApi(({ method, url }, body) => {
    if (url === '/api/profile') {
      name = JSON.parse(body).name
      checklist.steps.name = true
      return { body: user() }
    }
    if (url === '/api/user') return { body: user() }
    if (method === 'PUT') checklist = { ...checklist, ...JSON.parse(body) }
    return { body: checklist }
  })
})

afterEach(() => api.close())

const user = () => ({ id: 'a1', role: 'admin', name, email: 'asha@teak.example' })

const show = () =>
  renderPage(
    <FirstDayCard
      actions={{ members: <button type="button">Import</button>, invitations: 'Invite' }}
    />,
  )

describe('the checklist of a new portal', () => {
  test('shows what is done, and an action for each open step', async () => {
    show()
    await screen.findByText('4 of 7 steps done')
    screen.getByRole('button', { name: 'Import' })
    screen.getByText('Invite your members')
    expect(screen.queryByText('Invite')).toBeNull()
    expect(screen.queryByText('Upload logo')).toBeNull()
    expect(screen.getAllByText('(done)')).toHaveLength(4)
  })

  test('saves the name of an administrator without one', async () => {
    show()
    await userEvent.click(await screen.findByText('Save name'))
    await screen.findByText('Name must be at least 2 characters')
    await userEvent.type(screen.getByLabelText('Your name'), ' Asha Patil ')
    await userEvent.click(screen.getByText('Save name'))
    await screen.findByText('5 of 7 steps done')
    expect(name).toBe('Asha Patil')
  })

  test('goes away when it is hidden, but still asks for the name', async () => {
    show()
    await userEvent.click(await screen.findByText('Hide checklist'))
    await screen.findByText('What is your name?')
    expect(screen.queryByText('Import your members')).toBeNull()
  })

  test('is not shown when everything is done', async () => {
    checklist.steps = allDone
    const { container } = show()
    await waitFor(() => expect(api.requests).toContain('GET /api/admin/first-day'))
    expect(container.textContent).toBe('')
  })
})
