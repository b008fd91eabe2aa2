// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { Button } from '#platform/web/ui/Button.tsx'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { Checklist } from '../../first-day/answers.ts'
import { steps } from '../../first-day/rules.ts'
import { SetupButton, SetupSteps, type StepActions, useSetup } from './SetupSteps.tsx'

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

const user = () => ({ id: 'a1', role: 'admin', name, email: 'asha@teak.example' })

const show = () => renderPage(<FirstDay />)

function FirstDay() {
  const setup = useSetup()
  if (!setup) return null
  const actions: StepActions = {
    members: (variant) => <Button variant={variant}>Import</Button>,
    invitations: () => 'Invite',
  }
  return (
    <>
      <SetupButton setup={setup} />
      <SetupSteps setup={setup} actions={actions} />
    </>
  )
}

describe('the checklist of a new portal', () => {
  test('shows what is done, and an action for each open step', async () => {
    show()
    await screen.findByRole('button', { name: 'Setup 4 of 7 done', expanded: true })
    await screen.findByRole('button', { name: 'Import' })
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
    await screen.findByRole('button', { name: 'Setup 5 of 7 done' })
    expect(name).toBe('Asha Patil')
  })

  test('the button of the first open step is the solid one', async () => {
    show()
    const isSolid = (name: string) =>
      screen.getByRole('button', { name }).className.includes('bg-accent ')
    await screen.findByRole('button', { name: 'Import' })
    expect([isSolid('Save name'), isSolid('Import')]).toEqual([true, false])
    await userEvent.type(screen.getByLabelText('Your name'), 'Asha Patil')
    await userEvent.click(screen.getByText('Save name'))
    await screen.findByRole('button', { name: 'Setup 5 of 7 done' })
    expect(isSolid('Import')).toBe(true)
  })

  test('folds for everybody, opens again, and asks for the name in any case', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Setup 4 of 7 done' }))
    await screen.findByText('What is your name?')
    expect(screen.queryByText('Import your members')).toBeNull()
    expect(checklist.dismissed).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Setup 4 of 7 done' }))
    await screen.findByText('Import your members')
    expect(checklist.dismissed).toBe(false)
  })

  test('is folded when everything is done, and can be read again', async () => {
    checklist.steps = allDone
    show()
    const button = await screen.findByRole('button', { name: 'Setup 7 of 7 done', expanded: false })
    expect(screen.queryByText('What is your name?')).toBeNull()
    await userEvent.click(button)
    await screen.findByText('Import your members')
    expect(api.requests).not.toContain('PUT /api/admin/first-day')
  })
})
