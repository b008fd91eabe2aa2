// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { moment } from '#shared/fields.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { queryOf } from '../api/client.ts'
import { useSave } from '../form/use-save.ts'
import { currentToast, dismissToast } from '../toast/toast.ts'
import { ChangeHistory } from './ChangeHistory.tsx'

const change = z.object({
  id: z.string(),
  at: moment,
  words: z.string(),
  details: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  can_undo: z.boolean(),
})
const getHistory = endpoint<{ answer: z.ZodArray<typeof change> }>()('GET /api/history', {
  tags: ['history'],
})
const postUndo = endpoint()('POST /api/history/:id/undo', { stale: ['history'] })

const at: Instant = '2026-01-05T09:00:00.000Z'
const details = [{ field: 'the city', before: 'Pune', after: 'Nagpur' }]
let history: z.output<typeof change>[]
let release: () => void
let api: Awaited<ReturnType<typeof startApi>>

beforeEach(async () => {
  history = [
    { id: '2', at, words: 'Asha changed the city', details, can_undo: true },
    { id: '1', at, words: 'Ravi added the member', details: [], can_undo: false },
    { id: '0', at, words: 'Ravi changed the name', details: [], can_undo: true },
  ]
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  api = await startApi(async ({ method, url = '' }) => {
    if (method === 'GET') return { body: history }
    await held
    const undone = history.find(({ id }) => url.includes(`/${id}/`))
    if (undone?.id === '0') return { status: 409, body: 'The name has been changed again' }
    history = [
      { id: '3', at, words: 'Asha undid a change', details: [], can_undo: false },
      ...history.map((one) => (one === undone ? { ...one, can_undo: false } : one)),
    ]
    return {}
  })
})

afterEach(() => {
  dismissToast()
})

function History() {
  const changes = useQuery(queryOf(getHistory, {}))
  const undo = useSave(postUndo, {
    success: 'Change undone',
    failure: 'Failed to undo the change',
  })
  return <ChangeHistory entries={changes.data ?? []} undo={undo} />
}

const undoButton = (words: string) => screen.queryByLabelText(`Undo: ${words}`)

test('lists the changes with old and new values', async () => {
  renderPage(<History />)
  await screen.findByText('Asha changed the city')
  expect(screen.getByText('the city', { exact: false, selector: 'li li' }).textContent).toBe(
    'the city: Pune, now Nagpur',
  )
  expect(undoButton('Ravi added the member')).toBeNull()
  expect(screen.getByText('History').tagName).toBe('H3')
})

test('undoes a change once and shows the updated history', async () => {
  renderPage(<History />)
  await screen.findByText('Asha changed the city')
  const button = undoButton('Asha changed the city')
  if (!button) throw new Error('no button')
  await userEvent.click(button)
  await userEvent.click(button)
  expect(button).toHaveProperty('disabled', true)
  expect(button.getAttribute('aria-busy')).toBe('true')
  const other = undoButton('Ravi changed the name')
  expect(other).toHaveProperty('disabled', true)
  expect(other?.getAttribute('aria-busy')).toBeNull()
  release()
  await screen.findByText('Asha undid a change')
  expect(undoButton('Asha changed the city')).toBeNull()
  expect(undoButton('Ravi changed the name')).toHaveProperty('disabled', false)
  expect(currentToast()).toMatchObject({ description: 'Change undone' })
  expect(api.requests.filter((request) => request.startsWith('POST'))).toEqual([
    'POST /api/history/2/undo',
  ])
})

test('shows why a change cannot be undone and reloads the history', async () => {
  renderPage(<History />)
  await screen.findByText('Ravi changed the name')
  release()
  history = history.map((one) => (one.id === '2' ? { ...one, words: 'Changed meanwhile' } : one))
  await userEvent.click(screen.getByLabelText('Undo: Ravi changed the name'))
  await waitFor(() =>
    expect(currentToast()).toMatchObject({ description: 'The name has been changed again' }),
  )
  await screen.findByText('Changed meanwhile')
})

test('renders nothing without changes', () => {
  const { container } = renderPage(<ChangeHistory entries={[]} />)
  expect(container.textContent).toBe('')
})
