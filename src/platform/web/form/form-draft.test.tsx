// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '#test/support/page/page.tsx'
import { queryClient, userKey } from '../api/query-client.ts'
import { CheckboxGroup } from './CheckboxField.tsx'
import { useAutosave, useFormDraft } from './form-draft.ts'
import { readDraft, removeDraft, writeDraft } from './stored-draft.ts'
import { TextField } from './TextField.tsx'
import { useFields } from './use-fields.ts'

const blank = { title: '', location: '', materials: [] as string[] }

function JobForm({ storageKey = 'job-draft', base = blank }) {
  const draft = useFormDraft(storageKey, base)
  const form = useForm({ defaultValues: { ...base, ...draft.restored } })
  useAutosave(form, draft.save)
  const field = useFields(form)
  return (
    <form>
      <TextField label="Title" {...field('title')} />
      <TextField label="Location" {...field('location')} />
      <CheckboxGroup
        label="Materials"
        options={[
          { value: 'mdf', label: 'MDF' },
          { value: 'teak', label: 'Teak' },
        ]}
        {...field('materials')}
      />
      <output>{draft.restored ? 'restored' : 'new'}</output>
      <output data-testid="key">{draft.idempotencyKey}</output>
      <button
        type="button"
        onClick={() => {
          draft.discard()
          form.reset(base)
        }}
      >
        Discard
      </button>
    </form>
  )
}

const signIn = (id: string) => queryClient.setQueryData(userKey, { id })
const fieldValue = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const typeTitle = (text: string) => userEvent.type(screen.getByLabelText('Title'), text)
const idempotencyKey = () => screen.getByTestId('key').textContent

/** Closes the form and opens it again, as the user with this id. */
function open(form: React.ReactNode, userId = 'asha') {
  const page = renderPage(null)
  signIn(userId)
  page.rerender(form)
  return page
}

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

describe('the draft of a form', () => {
  test('is restored when the form is opened again, with its submission key', async () => {
    const page = open(<JobForm />)
    await typeTitle('Carpenter')
    await userEvent.click(screen.getByLabelText('MDF'))
    const key = idempotencyKey()
    page.unmount()
    open(<JobForm />)
    expect(fieldValue('Title')).toBe('Carpenter')
    expect(screen.getByLabelText('MDF')).toHaveProperty('checked', true)
    expect(screen.getByLabelText('Teak')).toHaveProperty('checked', false)
    expect(screen.getByText('restored')).toBeDefined()
    expect(idempotencyKey()).toBe(key)
  })

  test('is removed when discarded, and the next submission has another key', async () => {
    const page = open(<JobForm />)
    await typeTitle('Carpenter')
    const key = idempotencyKey()
    await userEvent.click(screen.getByText('Discard'))
    expect(fieldValue('Title')).toBe('')
    expect(idempotencyKey()).not.toBe(key)
    page.unmount()
    open(<JobForm />)
    expect(fieldValue('Title')).toBe('')
    expect(screen.getByText('new')).toBeDefined()
  })

  test('is removed when the typed text is deleted again', async () => {
    const page = open(<JobForm />)
    await typeTitle('C')
    expect(sessionStorage.length).toBe(1)
    await typeTitle('{Backspace}')
    expect(sessionStorage.length).toBe(0)
    page.unmount()
  })

  test('is not shown in another form', async () => {
    const page = open(<JobForm />)
    await typeTitle('Carpenter')
    page.unmount()
    const other = open(<JobForm storageKey="job-draft 7" />)
    expect(fieldValue('Title')).toBe('')
    await typeTitle('Polisher')
    other.unmount()
    open(<JobForm />)
    expect(fieldValue('Title')).toBe('Carpenter')
  })

  test('is not shown to another user', async () => {
    const page = open(<JobForm />)
    await typeTitle('Carpenter')
    page.unmount()
    open(<JobForm />, 'ravi')
    expect(fieldValue('Title')).toBe('')
  })

  test('has only the changed values, so that others follow the record', async () => {
    const page = open(<JobForm base={{ ...blank, location: 'Pune' }} />)
    await typeTitle('Carpenter')
    page.unmount()
    open(<JobForm base={{ ...blank, location: 'Nagpur' }} />)
    expect(fieldValue('Title')).toBe('Carpenter')
    expect(fieldValue('Location')).toBe('Nagpur')
  })

  test('lasts as long as the page where the browser refuses storage', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
    })
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('Access is denied', 'SecurityError')
    })
    const page = open(<JobForm />)
    await typeTitle('Carpenter')
    expect(fieldValue('Title')).toBe('Carpenter')
    page.unmount()
    open(<JobForm />)
    expect(fieldValue('Title')).toBe('Carpenter')
    removeDraft({ storageKey: 'job-draft' })
  })

  test('drops entries of another name or type', () => {
    queryClient.clear()
    const typed = { title: 7, location: 'Pune', materials: 'mdf', isAdmin: true }
    sessionStorage.setItem('job-draft', JSON.stringify({ owner: null, key: 'k', typed }))
    expect(readDraft({ storageKey: 'job-draft' }, blank)?.values).toEqual({ location: 'Pune' })
    sessionStorage.setItem('job-draft', '{"owner":')
    expect(readDraft({ storageKey: 'job-draft' }, blank)).toBeUndefined()
  })
})

describe('a draft with a lifetime', () => {
  const slot = { storageKey: 'application', lifetimeMs: 1000 }
  const draft = { values: { title: 'Carpenter' }, idempotencyKey: 'k' }

  test('is stored on the device for all its users until it expires', () => {
    signIn('asha')
    expect(writeDraft(slot, draft, { notice: 'v2' })).toBe(true)
    signIn('ravi')
    const read = readDraft(slot, blank)
    expect(read).toMatchObject(draft)
    expect(read?.stored.notice).toBe('v2')
    expect(readDraft(slot, blank, Date.now() + 2000)).toBeUndefined()
    expect(readDraft(slot, blank)).toBeUndefined()
  })

  test('reports when it will be lost with the page, and lasts until then', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
    })
    expect(writeDraft(slot, draft)).toBe(false)
    expect(readDraft(slot, blank)).toMatchObject(draft)
    removeDraft(slot)
    expect(readDraft(slot, blank)).toBeUndefined()
  })
})
