import { expect, test } from 'vitest'
import { Refusal } from '#shared/refusal.ts'
import { eventually } from '#test/support/eventually.ts'
import { createThreads } from './threads.ts'

const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { threadId } from 'node:worker_threads'
    const bytes = (value) => new TextEncoder().encode(JSON.stringify(value))
    export const environment = async () => bytes([process.env, process.execArgv])
    export const length = async (data) => bytes(data.length)
    export const later = async () => void setTimeout(() => { throw new Error('too late') }, 100)
    export const id = async () => bytes(threadId)
    export const loop = async () => { for (;;); }
    export const nothing = async () => undefined`)}`,
)
const threads = () => {
  const run = createThreads({
    maxThreads: 1,
    maxHeapMegabytes: 64,
    maxMs: 300,
    idleMs: 1000,
    refusal: (started) => new Refusal('invalid', started ? 'too costly' : 'not started'),
  })
  return async (name: string, data?: unknown, file = module) => {
    const transfer = data instanceof Uint8Array ? [data.buffer as ArrayBuffer] : []
    const bytes = await run({ module: file, name, data, transfer })
    return bytes && JSON.parse(Buffer.from(bytes).toString())
  }
}

test('a thread gets neither the environment nor the options of the process', async () => {
  expect(await threads()('environment')).toEqual([{}, []])
})

test('bytes are handed over', async () => {
  const data = new Uint8Array(1000)
  expect(await threads()('length', data)).toBe(1000)
  expect(data.length).toBe(0)
})

test.each([
  ['in an endless loop', 'loop', module, 'too costly'],
  [
    'of a module that does not exist',
    'nothing',
    new URL('./missing.ts', import.meta.url),
    'missing.ts',
  ],
  ['that the module does not export', 'absent', module, 'absent'],
])('a task %s fails, and the next one runs', async (_, name, file, message) => {
  const run = threads()
  await expect(run(name, undefined, file)).rejects.toThrow(message)
  expect(await run('nothing')).toBeUndefined()
})

test('an error after the end of a task ends its thread only', async () => {
  const run = threads()
  const thread = await run('id')
  await run('later')
  await eventually(async () => expect(await run('id')).not.toBe(thread))
})
