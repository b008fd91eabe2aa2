import { once } from 'node:events'
import { request as send } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextImmediate } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createLog } from '../core/log.ts'
import { answerError } from './error-response.ts'
import { anyone } from './guards.ts'
import { closeServer, listen } from './listen.ts'
import { parseInput } from './parse-input.ts'
import { readJson } from './request-body.ts'
import type { PortalEnv } from './request-context.ts'

const readNumber = async (c: Context) => parseInput(z.object({ a: z.number() }), await readJson(c))

/** A server that accepts JSON; `started` lists the path of each request that has begun. */
async function server() {
  const started: string[] = []
  const app = new Hono<PortalEnv>()
  app.onError(answerError(createLog('silent')))
  app.use('*', async (c, next) => {
    started.push(c.req.path)
    await next()
  })
  app.post('/json', anyone(), async (c) => c.json(await readNumber(c)))
  app.post('/stream', anyone(), async (c) => c.text(await c.req.text()))
  const opened = await listen(app.fetch, { port: 0, host: '127.0.0.1' })
  onTestFinished(() => closeServer(opened))
  const address = opened.address()
  return { opened, started, port: typeof address === 'object' && address ? address.port : 0 }
}

/** Sends the headers of a request that announce a body, and no body. */
async function slowSender(port: number, path: string, headers: string) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  const closed = once(socket, 'close')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`)
  return { socket, closed, received: () => received }
}

test.each(['Content-Length: 20\r\n', 'Transfer-Encoding: chunked\r\n'])(
  'refuses JSON that takes longer than 30 seconds and closes the connection (%j)',
  async (length) => {
    const { port, started } = await server()
    // Fake timers only for our own code; the sockets keep real timers.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const sender = await slowSender(port, '/json', `${length}Content-Type: application/json`)
    while (started.length === 0) await nextImmediate()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(sender.received()).toBe('')
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    await sender.closed
    expect(sender.received()).toMatch(/^HTTP\/1.1 400 .*\r\nconnection: close\r\n/is)
    expect(sender.received()).toContain('The upload was interrupted; please try again')
  },
)

test('allows five minutes for a request with files', async () => {
  const { opened } = await server()
  expect(opened.requestTimeout).toBe(300_000)
  expect(opened.headersTimeout).toBe(10_000)
})

test('reads JSON that arrives in several chunks', async () => {
  const { port } = await server()
  const sender = await slowSender(
    port,
    '/json',
    'Content-Type: application/json\r\nContent-Length: 7\r\nConnection: close',
  )
  for (const chunk of ['{"a"', ':', '1}']) {
    await nextImmediate()
    sender.socket.write(chunk)
  }
  await sender.closed
  expect(sender.received()).toMatch(/200 OK.*\{"a":1\}/s)
})

test('resets no connection of clients that go on sending while it closes', async () => {
  const { opened, port } = await server()
  const outcomes: string[] = []
  const sendOne = () =>
    new Promise<string>((resolve) => {
      // The name 'localhost' would be looked up in a thread that may wait
      // longer for the processor than the quiet moment.
      const options = { host: '127.0.0.1', port, method: 'POST', path: '/stream', agent: false }
      const call = send(options, (answer) =>
        answer.resume().once('close', () => resolve(String(answer.statusCode))),
      )
      call.once('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)))
      call.end('text')
    })
  const client = async () => {
    while (outcomes.at(-1) !== 'ECONNREFUSED') outcomes.push(await sendOne())
  }
  const clients = Promise.all(Array.from({ length: 20 }, client))
  while (outcomes.length < 20) await nextImmediate()
  await closeServer(opened)
  await clients
  expect(new Set(outcomes)).toEqual(new Set(['200', 'ECONNREFUSED']))
})
