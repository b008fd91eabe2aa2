// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusedSheets } from '#shared/spreadsheets/sheet-kinds.ts'
import { useFakeWorkers, workbookFile, workerAt } from '#test/support/page/fake-worker.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { ImportPlan } from '../../answers.ts'
import { errorRows } from '../import/error-rows-file.ts'
import { ImportDialog } from './ImportDialog.tsx'

let api: Awaited<ReturnType<typeof startApi>>

const plan = {
  counts: { new: 3, changed: 0, same: 0, wrong: 0 },
  encoding: 'UTF-8',
  delimiter: 'comma',
  header_row: 4,
  headings: [
    { heading: 'Name', column: 'name', status: 'matched', sample: 'Asha' },
    { heading: 'Godown', column: '', status: 'unknown', sample: 'Plot 5' },
  ],
  role_from: 'column',
  new: [],
  changed: [],
  errors: [],
  can_skip_errors: true,
  receipt_corrections: 0,
  arrears: { members: 0, amount_paise: 0 },
  notes: [],
  note_counts: {},
  left_out: [],
  error_sheet: { head: [], rows: [] },
} satisfies ImportPlan

const planWithErrors = {
  ...plan,
  counts: { new: 2, changed: 0, same: 0, wrong: 1 },
  errors: [
    { line: 8, row: 7, column: 'Amt', reason: 'Please enter the amount', value: 'five thousand' },
  ],
  error_sheet: {
    head: [['Members list'], ['Name', 'Amt']],
    rows: [{ row: 7, cells: ['Asha', 'five thousand'] }],
  },
} satisfies ImportPlan

beforeEach(async () => {
  localStorage.clear()
  useFakeWorkers()
  api = await startApi(() => ({ body: plan }))
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const select = (name: string) =>
  userEvent.upload(
    screen.getByLabelText('Spreadsheet'),
    name.endsWith('.xlsx') ? workbookFile(name) : new File(['Name\nAsha'], name),
  )

/** The form fields of the imports that were sent; answers each with the next body. */
function recordForms(...bodies: object[]): Record<string, string>[] {
  const forms: Record<string, string>[] = []
  api.handle = (request, body) => {
    if (request.method !== 'POST') return { body: 'null' }
    const fields = [...body.matchAll(/name="(\w+)"\r\n\r\n([^\r]*)/g)]
    forms.push(Object.fromEntries(fields.map(([, name, text]) => [name, text])))
    return { body: bodies[forms.length - 1] ?? plan }
  }
  return forms
}

/** The dialog with a workbook, and the CSV files that it sends. */
async function openWorkbook() {
  const files: string[] = []
  api.handle = (request, body) => {
    if (request.method !== 'POST') return { body: 'null' }
    files.push(/text\/csv\r\n\r\n([\s\S]*?)\r\n--/.exec(body)?.[1] ?? '')
    return { body: plan }
  }
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('list.xlsx')
  const worker = await workerAt(0)
  return { files, worker }
}

test('sends the workbook that was selected last, whichever is read first', async () => {
  const forms = recordForms()
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('old.xlsx')
  const older = await workerAt(0)
  await select('new.xlsx')
  const newer = await workerAt(1)
  await act(async () => newer.answer([['Name'], ['Asha']]))
  await act(async () => older.answer([['Name'], ['Asha'], ['Ravi']]))
  await screen.findByRole('heading', { name: /^Review the changes/ })
  expect(forms).toHaveLength(1)
  expect(forms[0]?.file_name).toBe('new.xlsx')
})

test('stops reading a workbook when the dialog closes', async () => {
  const { unmount } = renderPage(<ImportDialog onClose={() => {}} />)
  await select('old.xlsx')
  const worker = await workerAt(0)
  unmount()
  await act(async () => {})
  expect(worker.isTerminated).toBe(true)
})

test('leaves hidden rows out, which keep their place, until the switch says otherwise', async () => {
  const { files, worker } = await openWorkbook()
  await act(async () => worker.answer([['Name'], ['Asha'], ['Ravi'], ['Meera']], [3]))
  expect(await screen.findByText('This sheet has 1 hidden row (row 3)')).toBeDefined()
  const choice = screen.getByRole<HTMLInputElement>('switch', { name: 'Leave hidden rows out' })
  expect(choice.checked).toBe(true)
  await userEvent.click(choice)
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByRole('heading', { name: /^Review the changes/ })
  expect(files).toEqual([
    '"Name"\r\n"Asha"\r\n\r\n"Meera"\r\n',
    '"Name"\r\n"Asha"\r\n"Ravi"\r\n"Meera"\r\n',
  ])
})

test.each([
  ['xls', 'list.csv', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
  ['pdf', 'list.xlsx', '%PDF-1.4'],
] as const)('says that a file is %s, whatever its name', async (kind, name, start) => {
  renderPage(<ImportDialog onClose={() => {}} />)
  await userEvent.upload(screen.getByLabelText('Spreadsheet'), new File([start], name))
  expect(await screen.findByText(refusedSheets[kind])).toBeDefined()
})

test('a text that is named .xls is sent as CSV', async () => {
  const names: string[] = []
  api.handle = (request, body) => {
    if (request.method === 'POST') names.push(/filename="([^"]*)"/.exec(body)?.[1] ?? '')
    return { body: plan }
  }
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('list.xls')
  await screen.findByRole('heading', { name: /^Review the changes/ })
  expect(names).toEqual(['list.csv'])
})

test('focuses the plan, whose counts are announced once', async () => {
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('list.csv')
  const heading = await screen.findByRole('heading', { name: /^Review the changes: 3 new/ })
  expect(document.activeElement).toBe(heading)
  expect(screen.getAllByText(/3 new, 0 updated, 0 unchanged/)).toHaveLength(1)
})

test('corrects a cell and checks the file again', async () => {
  const forms = recordForms(planWithErrors, plan)
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('list.csv')
  const cell = await screen.findByLabelText<HTMLInputElement>('Amt in row 7')
  expect(cell.value).toBe('five thousand')
  await userEvent.clear(cell)
  await userEvent.type(cell, '5000')
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByRole('heading', { name: /^Review the changes: 3 new/ })
  expect(forms.map(({ corrections }) => JSON.parse(corrections ?? ''))).toEqual([
    {},
    { 8: { Amt: '5000' } },
  ])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(false)
})

test('imports the good rows and shows the skipped ones', async () => {
  const { counts, errors, error_sheet } = planWithErrors
  const arrears = { members: 2, amount_paise: 6500_00 }
  const forms = recordForms(planWithErrors, { batch: 'b1', counts, arrears, errors, error_sheet })
  renderPage(
    <ImportDialog
      title="Import members"
      onClose={() => {}}
      nextStep={({ counts: { new: count } }) => `Invite ${count}`}
    />,
  )
  await select('list.csv')
  await userEvent.click(await screen.findByRole('button', { name: 'Import the good rows, skip 1' }))
  await screen.findByText('2 new, 0 updated, 0 unchanged.')
  screen.getByText('2 members were charged arrears of ₹6,500 in all, brought forward.')
  expect(forms[1]).toMatchObject({ skip_errors: 'true' })
  expect(screen.getByText('1 row was skipped')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download the rows with errors' })).toBeTruthy()
  expect(screen.getByText('Invite 2')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Import members' })).toBeTruthy()
  expect(screen.queryByText(/before anything is saved/)).toBeNull()
})

test('offers a new check when rows became invalid after the first one', async () => {
  const forms = recordForms()
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('list.csv')
  await screen.findByRole('heading', { name: /^Review the changes/ })
  const body = { message: 'Nothing was imported: 1 row has errors', errors: planWithErrors.errors }
  const { handle } = api
  api.handle = () => ({ status: 400, headers: { 'Error-Code': 'invalid-rows' }, body })
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('Members were edited after the check. Please check the file again.')
  api.handle = handle
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByRole('heading', { name: /^Review the changes/ })
  expect(forms).toHaveLength(2)
})

test('asks for the type of new members where the sheet has none', async () => {
  const untypedPlan = { ...plan, role_from: 'default' }
  const forms = recordForms(untypedPlan, { ...plan, role_from: 'request' })
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('list.csv')
  const type = await screen.findByRole('radio', { name: 'Vendor members' })
  const importButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Import' })
  expect(importButton().disabled).toBe(true)
  await userEvent.click(type)
  await waitFor(() => expect(importButton().disabled).toBe(false))
  expect(forms.map(({ role }) => role)).toEqual([undefined, 'vendor'])
})

test('sends the columns that were matched by hand, also for the next file', async () => {
  const forms = recordForms()
  const { unmount } = renderPage(<ImportDialog onClose={() => {}} />)
  await select('list.csv')
  await userEvent.selectOptions(await screen.findByLabelText('Godown'), 'Factory Address')
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(forms).toHaveLength(2))
  unmount()
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('next.csv')
  await waitFor(() => expect(forms).toHaveLength(3))
  expect(forms.map(({ mapping }) => JSON.parse(mapping ?? ''))).toEqual([
    {},
    { Godown: 'factory_address' },
    { Godown: 'factory_address' },
  ])
})

test('says that members without a date of joining join today, and what to do', async () => {
  recordForms({ ...plan, note_counts: { joined: 3 } })
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('list.csv')
  await screen.findByText(
    '3 new members have no date of joining and join today: to change that, add a column “Date of Joining” to the sheet, or match yours to it',
  )
})

test('the rows with errors come back as the same sheet with their reasons', () => {
  expect(errorRows(planWithErrors.error_sheet, planWithErrors.errors)).toEqual([
    ['Members list', '', ''],
    ['Name', 'Amt', 'Reason'],
    ['Asha', 'five thousand', 'Amt: Please enter the amount'],
  ])
})

test('names the sheets of a workbook, takes the one with the members, and sends another that is chosen', async () => {
  const { files, worker } = await openWorkbook()
  const summary = [
    ['Year', 'Members'],
    ['2025', '40'],
  ]
  const lists = {
    OEM: [
      ['Name', 'Email'],
      ['Asha', ''],
    ],
    Vendors: [
      ['Name', 'Email'],
      ['Ravi', ''],
    ],
  }
  await act(async () => worker.answer(summary, [], lists))
  const sheet = await screen.findByLabelText<HTMLSelectElement>('Sheet')
  expect([...sheet.options].map(({ text }) => text)).toEqual(['Sheet1', 'OEM', 'Vendors'])
  await screen.findByText('Headings in row 4 of the sheet “OEM”.')
  await userEvent.selectOptions(sheet, 'Vendors')
  await screen.findByText('Headings in row 4 of the sheet “Vendors”.')
  expect(files.map((csv) => csv.split('"')[5])).toEqual(['Asha', 'Ravi'])
})

test('after a sheet without members, another can be chosen', async () => {
  api.handle = () => ({ status: 400, body: 'The file is empty' })
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('list.xlsx')
  const worker = await workerAt(0)
  await act(async () => worker.answer([['Our association']], [], { Notes: [['Call Asha']] }))
  await screen.findByText('The file is empty')
  expect(screen.getByLabelText<HTMLSelectElement>('Sheet').options).toHaveLength(2)
})

test('shows the rows as they will be saved, and what an updated one had before', async () => {
  recordForms({
    ...plan,
    counts: { new: 1, changed: 1, same: 0, wrong: 0 },
    new: [
      {
        line: 6,
        row: 6,
        name: 'Asha Rao',
        company_name: 'Asha Works',
        email: '',
        cells: {
          name: 'Asha Rao',
          company_name: 'Asha Works',
          role: 'oem',
          payment_amount: '5000',
        },
      },
    ],
    changed: [
      {
        line: 5,
        row: 5,
        id: 'r',
        name: 'Ravi Kumar',
        fields: [{ column: 'payment_date', from: '2025-04-02', to: '2026-04-03' }],
        payment: 'renewal',
        cells: { name: 'Ravi Kumar', company_name: 'Sagwan', payment_date: '2026-04-03' },
      },
    ],
  })
  renderPage(<ImportDialog onClose={() => {}} />)
  await select('list.csv')
  const table = await screen.findByRole('table', { name: 'Rows as they will be saved' })
  const rows = () =>
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
  expect(rows()).toEqual([
    'RowChangeNameCompany NameMember typeAmount (Rs.)Paid Date',
    '5Updated, further paymentRavi KumarSagwan––02/04/202503/04/2026',
    '6NewAsha RaoAsha WorksOEM₹5,000–',
  ])
  await userEvent.click(screen.getByRole('button', { name: /^New/ }))
  expect(rows()).toHaveLength(2)
})
