/** Replaces the browser's Worker, which jsdom lacks; the test sends its messages. */
import { waitFor } from '@testing-library/react'
import { vi } from 'vitest'

class FakeWorker extends EventTarget {
  isTerminated = false

  constructor() {
    super()
    workers.push(this)
  }

  postMessage() {}

  terminate() {
    this.isTerminated = true
  }

  /** What the worker that reads workbooks answers: a sheet, and others after it. */
  answer(rows: string[][], hiddenRows: number[] = [], others: Record<string, string[][]> = {}) {
    if (this.isTerminated) return
    const sheets = [
      { name: 'Sheet1', rows, hiddenRows },
      ...Object.entries(others).map(([name, cells]) => ({ name, rows: cells, hiddenRows: [] })),
    ]
    this.dispatchEvent(new MessageEvent('message', { data: { sheets } }))
  }
}

let workers: FakeWorker[] = []

export function useFakeWorkers(): void {
  workers = []
  vi.stubGlobal('Worker', FakeWorker)
}

/** The worker that was started as this one, from 0. */
export const workerAt = (index: number): Promise<FakeWorker> =>
  waitFor(() => {
    const worker = workers[index]
    if (!worker) throw new Error('No worker was started')
    return worker
  })

/** A file that begins as a workbook does. */
export const workbookFile = (name: string): File =>
  new File(['PK\u0003\u0004 [Content_Types].xml'], name)
