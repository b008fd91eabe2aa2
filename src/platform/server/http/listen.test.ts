import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log.ts'
import { answerError, anyone, body, type PortalEnv } from './http.ts'
import { closeServer, listen } from './listen.ts'

/** A server that takes JSON, and tells of every request that has begun. */
async function server() {
  const arrived: string[] = []
  const app = new Hono<PortalEnv>()
  app.onError(answerError(createLog('silent')))
  app.use('*', async (c, next) => {
    arrived.push(c.req.path)
    await next()
  })
  app.post('/json', anyone(), body(z.object({ a: z.number() })), (c) => c.json(c.req.valid('json')))
  app.post('/stream', anyone(), async (c) => c.text(await c.req.text()))
  const opened = await listen(app.fetch, { port: 0, host: '127.0.0.1' })
  onTestFinished(() => closeServer(opened))
  const address = opened.address()
  return { opened, arrived, port: typeof address === 'object' && address ? address.port : 0 }
}

/** Somebody who says that a body comes, and sends the beginning of it only. */
async function slowSender(port: number, path: string, headers: string) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let said = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const closed = once(socket, 'close')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`)
  return { socket, closed, said: () => said }
}

test.each(['Content-Length: 20\r\n', 'Transfer-Encoding: chunked\r\n'])(
  'who sends JSON for longer than half a minute is told so and let go (%j)',
  async (length) => {
    const { port, arrived } = await server()
    // Only the timers of our own code: those of the sockets stay real.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const sender = await slowSender(port, '/json', `${length}Content-Type: application/json`)
    while (arrived.length === 0) await new Promise((done) => setImmediate(done))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(sender.said()).toBe('')
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    await sender.closed
    expect(sender.said()).toMatch(/^HTTP\/1.1 400 .*\r\nconnection: close\r\n/is)
    expect(sender.said()).toContain('The request did not arrive whole')
  },
)

test('who sends files has five minutes', async () => {
  const { opened } = await server()
  expect(opened.requestTimeout).toBe(300_000)
  expect(opened.headersTimeout).toBe(10_000)
})

test('JSON that arrives in pieces is read whole', async () => {
  const { port } = await server()
  const sender = await slowSender(
    port,
    '/json',
    'Content-Type: application/json\r\nContent-Length: 7\r\nConnection: close',
  )
  for (const piece of ['{"a"', ':', '1}']) {
    await new Promise((done) => setTimeout(done, 20))
    sender.socket.write(piece)
  }
  await sender.closed
  expect(sender.said()).toMatch(/200 OK.*\{"a":1\}/s)
})
