// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusedSheets } from '#shared/spreadsheets/sheet-kinds.ts'
import { useFakeWorkers, workbookFile, workerAt } from '#test/support/page/fake-worker.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { ImportedStatement } from '../answers.ts'
import { ImportStatementDialog } from './ImportStatementDialog.tsx'

const statement = {
  id: 's',
  credits: 2,
  added: 2,
  known: 0,
  debits: 0,
  returns: 0,
  columns_matched: false,
  warnings: ['Row 9 was skipped: its date could not be read.'],
} satisfies ImportedStatement

const sent: string[] = []
type Answered = { status?: number; headers?: Record<string, string>; body: unknown }
let answer: (url: string, body: string) => Answered

beforeEach(async () => {
  sent.length = 0
  useFakeWorkers()
  answer = () => ({ body: statement })
  await startApi(({ method, url }, body) => {
    if (method === 'POST') sent.push(body)
    return answer(url ?? '', body)
  })
  renderPage(<ImportStatementDialog onClose={() => {}} />)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const select = (file: File) => userEvent.upload(screen.getByLabelText('Bank statement'), file)

test('hidden rows of a workbook are sent, and the dialog says so', async () => {
  await select(workbookFile('april.xlsx'))
  const worker = await workerAt(0)
  await act(async () => worker.answer([['Date'], ['1/4'], ['2/4']], [2, 3]))
  expect(
    await screen.findByText('The sheet has 2 hidden rows (rows 2 and 3), which were read as well.'),
  ).toBeDefined()
  expect(screen.getByText(statement.warnings[0] ?? '')).toBeDefined()
  expect(sent[0]).toContain('filename="april.xlsx"')
  expect(sent[0]).toContain('"Date"\r\n"1/4"\r\n"2/4"\r\n')
})

test('an old workbook is refused with the next step', async () => {
  const bytes = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  await select(new File([bytes], 'april.xls'))
  expect(await screen.findByText(refusedSheets.xls)).toBeDefined()
  expect(sent).toEqual([])
})

test('unknown headings are matched by hand; a wrong choice says what is wrong', async () => {
  const unknown = { status: 400, headers: { 'Error-Code': 'headings-unknown' }, body: 'Unknown' }
  const columns = ['When', 'What', 'Came', 'Balance'].map((heading, position) => ({
    position,
    heading,
    samples: [`${heading} 1`, `${heading} 2`],
    column: heading === 'Balance' ? 'balance' : null,
  }))
  let attempts = 0
  answer = (url, body) => {
    if (url.endsWith('/columns')) return { body: { row: 3, columns } }
    if (!body.includes('name="columns"')) return unknown
    attempts += 1
    return attempts === 1 ? { status: 400, body: 'Please check your choice' } : { body: statement }
  }
  await select(new File(['When,What,Came,Balance'], 'april.csv', { type: 'text/csv' }))
  expect(await screen.findByRole('cell', { name: 'Came 2' })).toBeDefined()
  const send = screen.getByRole('button', { name: 'Import' })
  await userEvent.click(send)
  expect(await screen.findByText('Please choose the column of the day')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Day'))
  const choose = (label: string, position: number) =>
    userEvent.selectOptions(screen.getByLabelText(label), String(position))
  await choose('Day', 0)
  await choose('Description', 0)
  await choose('Paid in', 2)
  await userEvent.click(send)
  expect(await screen.findByText('Day and Description use the same column')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Description'))
  await choose('Description', 1)
  await userEvent.click(send)
  expect(await screen.findByText('Please check your choice')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('2 credits to review')).toBeDefined()
  expect(sent.at(-1)).toContain('{"date":0,"narration":1,"credit":2,"balance":3}')
})

test('columns that were chosen before can be chosen again', async () => {
  const columns = ['When', 'What', 'Came', 'Went'].map((heading, position) => ({
    position,
    heading,
    samples: [`${heading} 1`, `${heading} 2`],
    column: (['date', 'narration', 'debit', 'credit'] as const)[position] ?? null,
  }))
  answer = (url, body) =>
    url.endsWith('/columns')
      ? { body: { row: 3, columns } }
      : { body: { ...statement, columns_matched: !body.includes('name="columns"') } }
  await select(new File(['When,What,Came,Went'], 'april.csv', { type: 'text/csv' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Choose the columns again' }))
  const paidIn = await screen.findByLabelText<HTMLSelectElement>('Paid in')
  expect(paidIn.value).toBe('3')
  await userEvent.selectOptions(paidIn, '2')
  await userEvent.selectOptions(screen.getByLabelText(/^Paid out/), '3')
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('2 credits to review')).toBeDefined()
  expect(sent.at(-1)).toContain('{"date":0,"narration":1,"credit":2,"debit":3}')
})

test('a stored choice that the balance contradicts shows the columns again', async () => {
  const body = 'The balance goes down where money came in: are "Paid in" and "Paid out" exchanged?'
  answer = (url) =>
    url.endsWith('/columns')
      ? { body: { row: 3, columns: [{ position: 0, heading: 'When', samples: [], column: null }] } }
      : { status: 400, headers: { 'Error-Code': 'headings-unknown' }, body }
  await select(new File(['When'], 'april.csv', { type: 'text/csv' }))
  expect(await screen.findByText(body)).toBeDefined()
  expect(screen.getByLabelText('Paid in')).toBeDefined()
})

test.each(['sbi-nov.xls', 'may.csv', 'june.txt'])('%s keeps its name', async (name) => {
  await select(new File(['Date,Description,Credit'], name))
  expect(await screen.findByText('2 credits to review')).toBeDefined()
  expect(sent[0]).toContain(`filename="${name}"`)
})
