// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { renderPage } from '#test/support/page/page.tsx'
import { ApiError } from '../api/call.ts'
import { currentToast, dismissToast } from '../toast/toast.ts'
import { EditDialog } from './EditDialog.tsx'
import { TextField } from './TextField.tsx'
import { useEditDialog } from './use-edit-dialog.ts'
import { useFields } from './use-fields.ts'

interface Member {
  name: string
  city: string
  version: number
}

/** The record on the server, and how it receives the next change. */
let stored: Member
let send: (values: Partial<Member>, base: Member) => Promise<Member>

const conflict = () => new ApiError(409, '', 'Ravi has saved this member', new Headers())

beforeEach(() => {
  sessionStorage.clear()
  stored = { name: 'Asha', city: 'Pune', version: 1 }
  send = async (values, base) => {
    if (base.version !== stored.version) throw conflict()
    stored = { ...stored, ...values, version: stored.version + 1 }
    return stored
  }
})

afterEach(dismissToast)

function Editor({ latest, onClose }: { latest?: Member | undefined; onClose: () => void }) {
  const [record] = useState(stored)
  const edit = useEditDialog({
    storageKey: 'member-draft',
    record,
    latest,
    showsConflict: true,
    reload: async () => stored,
    valuesOf: ({ name, city }: Member) => ({ name, city }),
    schema: z.object({ name: z.string(), city: z.string() }),
    send,
    refresh: async () => {},
    success: 'Member updated',
    failure: 'Failed to update member',
    fieldOf: ({ text }) => (text === 'This name is taken' ? 'name' : undefined),
    onSaved: onClose,
  })
  const field = useFields(edit.form)
  return (
    <EditDialog
      edit={edit}
      title="Edit Member"
      conflictTitle="Someone else has changed this member"
      onClose={onClose}
    >
      <TextField label="Name" {...field('name')} />
      <TextField label="City" {...field('city')} />
      <output>{edit.state}</output>
    </EditDialog>
  )
}

function Screen({ latest }: { latest?: Member | undefined }) {
  const [isOpen, setOpen] = useState(true)
  if (isOpen) return <Editor latest={latest} onClose={() => setOpen(false)} />
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Edit
    </button>
  )
}

const fieldValue = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const state = () => document.querySelector('output')?.textContent
const append = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const press = (name: string) => userEvent.click(screen.getByText(name))
const isClosed = () => screen.findByText('Edit')
const draftBanner = () => screen.queryByText('Your unsaved changes were restored.')

/** What another person saves meanwhile. */
const saveElsewhere = (change: Partial<Member>) => {
  stored = { ...stored, ...change, version: stored.version + 1 }
}

describe('a dialog that edits a record', () => {
  test('saves with the version that it shows and removes the draft', async () => {
    renderPage(<Screen />)
    expect(state()).toBe('pristine')
    await append('Name', ' Patil')
    expect(state()).toBe('editing')
    await press('Save Changes')
    await isClosed()
    expect(stored).toEqual({ name: 'Asha Patil', city: 'Pune', version: 2 })
    expect(currentToast()).toMatchObject({ description: 'Member updated' })
    expect(sessionStorage.length).toBe(0)
  })

  test('is in the saving state until the response arrives', async () => {
    let answer = () => {}
    send = () =>
      new Promise((resolve) => {
        answer = () => resolve(stored)
      })
    renderPage(<Screen />)
    await append('Name', ' Patil')
    await press('Save Changes')
    expect(state()).toBe('saving')
    expect(screen.getByRole('button', { name: 'Save Changes' })).toHaveProperty('disabled', true)
    answer()
    await isClosed()
  })

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the close button', () => userEvent.click(screen.getByLabelText('Close'))],
    ['Back', () => act(() => window.history.back())],
  ])('keeps the typed values in a draft over %s, and restores them', async (_name, close) => {
    renderPage(<Screen />)
    await append('Name', ' Patil')
    await close()
    await isClosed()
    saveElsewhere({ city: 'Nagpur' })
    await press('Edit')
    expect(fieldValue('Name')).toBe('Asha Patil')
    expect(fieldValue('City')).toBe('Nagpur')
    expect(draftBanner()).not.toBeNull()
    expect(state()).toBe('editing')
    await press('Start over')
    expect(fieldValue('Name')).toBe('Asha')
    expect(draftBanner()).toBeNull()
    expect(state()).toBe('pristine')
  })

  test('discards the typed values and an older draft on Cancel', async () => {
    renderPage(<Screen />)
    await append('Name', ' Patil')
    await userEvent.keyboard('{Escape}')
    await press('Edit')
    expect(draftBanner()).not.toBeNull()
    await append('City', ' City')
    await press('Cancel')
    expect(sessionStorage.length).toBe(0)
    await press('Edit')
    expect(fieldValue('Name')).toBe('Asha')
    expect(fieldValue('City')).toBe('Pune')
    expect(draftBanner()).toBeNull()
  })

  test('shows a refusal at the field that it names', async () => {
    send = async () => {
      throw new ApiError(409, '', 'This name is taken')
    }
    renderPage(<Screen />)
    await append('Name', ' Patil')
    await press('Save Changes')
    await screen.findByText('This name is taken')
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
    expect(state()).toBe('editing')
    expect(currentToast()?.open).toBeFalsy()
  })

  test('stays open with the typed values after any other failure', async () => {
    send = async () => {
      throw new ApiError(500, '', '')
    }
    renderPage(<Screen />)
    await append('Name', ' Patil')
    await press('Save Changes')
    await waitFor(() =>
      expect(currentToast()).toMatchObject({ description: 'Failed to update member' }),
    )
    expect(fieldValue('Name')).toBe('Asha Patil')
    expect(state()).toBe('editing')
  })
})

describe('a record that changes while its dialog is open', () => {
  test('is shown in its newer version while nothing has been typed', async () => {
    const { rerender } = renderPage(<Screen />)
    saveElsewhere({ city: 'Nagpur' })
    rerender(<Screen latest={stored} />)
    expect(fieldValue('City')).toBe('Nagpur')
    expect(state()).toBe('pristine')
    expect(sessionStorage.length).toBe(0)
    await append('Name', ' Patil')
    await press('Save Changes')
    await isClosed()
    expect(stored).toEqual({ name: 'Asha Patil', city: 'Nagpur', version: 3 })
  })

  test('takes no typed values away when a newer version arrives', async () => {
    const { rerender } = renderPage(<Screen />)
    await append('City', ' City')
    saveElsewhere({ city: 'Nagpur' })
    rerender(<Screen latest={stored} />)
    expect(fieldValue('City')).toBe('Pune City')
  })

  test('is a conflict on saving: the other fields are reloaded, and the next save has the new version', async () => {
    renderPage(<Screen />)
    await append('Name', ' Patil')
    saveElsewhere({ city: 'Nagpur' })
    await press('Save Changes')
    await screen.findByText('Someone else has changed this member')
    screen.getByText('Ravi has saved this member. Your entries are kept.')
    expect(state()).toBe('conflict')
    expect(currentToast()?.open).toBeFalsy()
    await press('Reload')
    await waitFor(() => expect(fieldValue('City')).toBe('Nagpur'))
    expect(fieldValue('Name')).toBe('Asha Patil')
    await waitFor(() => expect(state()).toBe('editing'))
    await press('Save Changes')
    await isClosed()
    expect(stored).toEqual({ name: 'Asha Patil', city: 'Nagpur', version: 3 })
  })

  test('leaves only the typed values in the draft after a conflict', async () => {
    renderPage(<Screen />)
    await append('Name', ' Patil')
    saveElsewhere({ city: 'Nagpur' })
    await press('Save Changes')
    await press('Reload')
    await waitFor(() => expect(fieldValue('City')).toBe('Nagpur'))
    await userEvent.keyboard('{Escape}')
    saveElsewhere({ city: 'Thane' })
    await press('Edit')
    expect(fieldValue('Name')).toBe('Asha Patil')
    expect(fieldValue('City')).toBe('Thane')
  })
})
