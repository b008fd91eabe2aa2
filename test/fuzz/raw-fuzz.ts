/** Malformed bytes over sockets to a portal that listens in this process; a seed repeats them. */
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { closeServer, listen } from '#platform/server/http/listen.ts'
import { maxWaitMs } from '#test/support/eventually.ts'
import type { TestPortal } from '#test/support/portal/test-portal.ts'
import { freePort } from '#test/support/process/free-port.ts'
import { answerDefects } from './answer-defects.ts'
import { randomOf } from './random.ts'
import { type RawRequest, rawRequest } from './raw-requests.ts'

export interface RawFuzzOptions {
  seed: number
  from: number
  count: number
  maxMs: number
  only?: number
}

const concurrency = 32

export async function rawFuzz(
  portal: TestPortal,
  { seed, from, count, maxMs, only }: RawFuzzOptions,
): Promise<{ answers: number; defects: string[] }> {
  const server = await listen(portal.server.fetch, { port: await freePort(), host: '127.0.0.1' })
  const { port } = server.address() as AddressInfo
  const defects: string[] = []
  let answers = 0
  const all = Array.from({ length: count }, (_, index) => from + index)
  const indexes = (only === undefined ? all : [only]).values()
  const slow: number[] = []
  const worker = async () => {
    for (const index of indexes) {
      const request = rawRequest(randomOf(seed, index))
      const startedAt = performance.now()
      const received = await exchange(port, request.bytes, maxMs)
      if (performance.now() - startedAt >= maxMs) slow.push(index)
      const answered = splitAnswers(received)
      answers += answered.length
      const found = answered.flatMap((answer) => defectsOf(answer))
      if (answered.length > request.maxAnswers) found.push(`${answered.length} answers`)
      for (const defect of found) defects.push(describe(defect, seed, index, request, received))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  // Alone, because the process may have stood still, or others have used the processor.
  for (const index of slow) {
    const request = rawRequest(randomOf(seed, index))
    const startedAt = performance.now()
    const received = await exchange(port, request.bytes, maxWaitMs)
    if (performance.now() - startedAt < maxWaitMs) continue
    defects.push(describe('no end', seed, index, request, received))
  }
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`)
  if (!ok) defects.push('the portal does not answer afterwards')
  await closeServer(server)
  return { answers, defects }
}

/** Sends the bytes, ends the sending side, and reads until the server closes the connection. */
function exchange(port: number, bytes: Buffer, maxMs: number): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.setTimeout(maxMs, () => socket.destroy())
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('end', () => socket.destroy())
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    socket.end(bytes)
  })
}

interface Answer {
  status: number
  headers: Map<string, string>
  text: string
}

/** The answers of a connection, distinguished by their first lines. */
const splitAnswers = (received: string): Answer[] =>
  received
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((text) => text !== '')
    .map((text) => {
      const [top = '', ...rest] = text.split('\r\n\r\n')
      const [line = '', ...lines] = top.split('\r\n')
      const headers = lines.map((header): [string, string] => {
        const [name = '', ...value] = header.split(': ')
        return [name.toLowerCase(), value.join(': ')]
      })
      return {
        status: Number(line.split(' ')[1]),
        headers: new Map(headers),
        text: rest.join('\r\n\r\n').slice(0, 4000),
      }
    })

/** Node itself refuses what is not HTTP, without a body, and confirms `Expect: 100-continue`. */
const isOfNode = ({ status, headers }: Answer): boolean =>
  !headers.has('x-request-id') && [100, 400, 408, 413, 417, 431].includes(status)

function defectsOf(answer: Answer): string[] {
  if (isOfNode(answer)) return answer.text.length > 20 ? ['a refusal of Node with a text'] : []
  const { status, headers, text } = answer
  return answerDefects({
    status,
    text: text.startsWith('<') ? '' : text,
    header: (name) => headers.get(name.toLowerCase()) ?? null,
  })
}

const describe = (
  defect: string,
  seed: number,
  index: number,
  { bytes }: RawRequest,
  received: string,
): string =>
  `${defect}\n  seed ${seed}, raw case ${index}\n  ${JSON.stringify(bytes.subarray(0, 600).toString('latin1'))}\n  ${JSON.stringify(received.slice(0, 400))}`
