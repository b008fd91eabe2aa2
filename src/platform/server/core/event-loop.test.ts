import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { yieldToEventLoop } from './event-loop.ts'

test('a received request is served before the work of another request continues', async () => {
  const served: string[] = []
  const ended = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.once('data', async (data) => {
      served.push(String(data))
      if (String(data) !== 'first') return
      second.write('second')
      await yieldToEventLoop()
      served.push('first goes on')
      ended.resolve()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const open = async (): Promise<Socket> => {
    const socket = connect(Object(server.address()).port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }
  const [first, second] = [await open(), await open()]
  first.write('first')
  await ended.promise
  first.destroy()
  second.destroy()
  server.close()
  expect(served).toEqual(['first', 'second', 'first goes on'])
})
