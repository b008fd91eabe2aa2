// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { unreachableMessage } from '../api/call.ts'
import { queryOf } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { currentToast, dismissToast } from '../toast/toast.ts'
import { TextField } from './TextField.tsx'
import { showInField, useFields } from './use-fields.ts'
import { useSave } from './use-save.ts'

const job = z.object({ title: z.string() })
const getJob = endpoint<{ answer: typeof job }>()('GET /api/jobs/:id', { tags: ['jobs'] })
const putJob = endpoint<{ body: typeof job; answer: typeof job }>()('PUT /api/jobs/:id', {
  stale: ['jobs'],
})

let api: Awaited<ReturnType<typeof startApi>>
/** The response to a PUT instead of the saved title; a GET returns the title on the server. */
let refusePut: () => { status: number; headers?: Record<string, string>; body: string } | undefined
let title = 'Carpenter'

beforeEach(async () => {
  title = 'Carpenter'
  refusePut = () => undefined
  api = await startApi(({ method }, body) => {
    if (method === 'GET') return { body: { title } }
    const refusal = refusePut()
    if (!refusal) title = JSON.parse(body).title
    return refusal ?? { body: { title } }
  })
})

afterEach(dismissToast)

/** Shows a job and a form that changes its title. */
function JobScreen() {
  const shown = useQuery(queryOf(getJob, { id: '1' }))
  const form = useForm({ defaultValues: { title: '' } })
  const field = useFields(form)
  const save = useSave(putJob, {
    success: ({ title: saved }) => `Saved as ${saved}`,
    failure: 'Failed to save the job',
    showError: (error) => showInField(form, error),
  })
  return (
    <form onSubmit={form.handleSubmit((body) => save.mutate({ id: '1', body }))}>
      <p>On the board: {shown.data?.title}</p>
      <TextField label="Title" {...field('title')} />
      <button type="submit">{save.isPending ? 'Saving' : 'Save'}</button>
    </form>
  )
}

async function saveTitle(typed: string) {
  renderPage(<JobScreen />)
  await screen.findByText('On the board: Carpenter')
  await userEvent.type(screen.getByLabelText('Title'), typed)
  await userEvent.click(screen.getByText('Save'))
}

const puts = () => api.requests.filter((request) => request.startsWith('PUT')).length
const toastText = () => currentToast()?.open && currentToast()?.description

describe('useSave', () => {
  test('shows the toast after success and reloads the data that the call invalidates', async () => {
    await saveTitle('Polisher')
    await screen.findByText('On the board: Polisher')
    expect(currentToast()).toMatchObject({ title: 'Success', description: 'Saved as Polisher' })
  })

  test('shows a refusal that names a field only at that field', async () => {
    refusePut = () => ({
      status: 400,
      headers: { 'Error-Field': 'title' },
      body: 'Job title is required',
    })
    await saveTitle('P')
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Job title is required')
    const field = screen.getByLabelText('Title')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    expect(toastText()).toBeFalsy()
  })

  test('shows any other refusal in a toast with the message of the server', async () => {
    refusePut = () => ({
      status: 400,
      headers: { 'Error-Field': 'company' },
      body: 'Company name is required',
    })
    await saveTitle('Polisher')
    await waitFor(() => expect(toastText()).toBe('Company name is required'))
    expect(currentToast()).toMatchObject({ title: 'Error', variant: 'destructive' })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows the fallback message when the server sent none', async () => {
    refusePut = () => ({ status: 502, headers: { 'Content-Type': 'text/html' }, body: '<html>' })
    await saveTitle('Polisher')
    await waitFor(() => expect(toastText()).toBe('Failed to save the job'))
  })

  test('shows offline that the portal cannot be reached, and does not reload', async () => {
    renderPage(<JobScreen />)
    await screen.findByText('On the board: Carpenter')
    await api.close()
    await userEvent.click(screen.getByText('Save'))
    await waitFor(() => expect(toastText()).toBe(unreachableMessage))
    expect(queryClient.getQueryCache().getAll()[0]?.state).toMatchObject({
      fetchStatus: 'idle',
      status: 'success',
    })
  })

  test.each([404, 409])('reloads the data after status %i', async (status) => {
    refusePut = () => {
      title = 'Changed by another'
      return { status, body: 'This job has been changed' }
    }
    await saveTitle('Polisher')
    await screen.findByText('On the board: Changed by another')
    expect(toastText()).toBe('This job has been changed')
  })

  test('makes one call when pressed several times', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const handle = api.handle
    api.handle = async (request, body) => {
      if (request.method === 'PUT') await held
      return handle(request, body)
    }
    await saveTitle('Polisher')
    await userEvent.click(await screen.findByText('Saving'))
    await userEvent.click(screen.getByText('Saving'))
    release()
    await screen.findByText('On the board: Polisher')
    expect(puts()).toBe(1)
    await userEvent.click(await screen.findByText('Save'))
    await waitFor(() => expect(puts()).toBe(2))
  })
})

test('calls a function with its input and reloads the given data', async () => {
  const reloaded: string[] = []
  const send = vi.fn(async (id: string) => `answer to ${id}`)
  function Remover() {
    const remove = useSave(send, {
      success: (answer, id) => ({ title: 'Done', description: `${answer}, ${id}` }),
      failure: 'Failed',
      refresh: async () => reloaded.push('jobs'),
    })
    return (
      <button type="button" onClick={() => remove.mutate('7')}>
        Remove
      </button>
    )
  }
  renderPage(<Remover />)
  await userEvent.click(screen.getByText('Remove'))
  await waitFor(() => expect(reloaded).toEqual(['jobs']))
  expect(send).toHaveBeenCalledExactlyOnceWith('7')
  expect(currentToast()).toMatchObject({ title: 'Done', description: 'answer to 7, 7' })
})
