/** SIGTERM under load: the portal must answer the requests it has received, then exit. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, measured } from '#test/support/process/findings.ts'
import type { PortalProcess } from '#test/support/process/portal-process.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'

const maxStopMs = 10_000
const callers = 16

export async function stopDrill(env: DrillEnvironment, stops: number): Promise<Finding[]> {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail)
  let clean = 0
  let slowest = 0
  const sum = { pending: 0, answered: 0 }
  for (let i = 0; i < stops; i++) {
    const portal = await env.portal(settings)
    const load = startLoad(env, portal, i)
    const halfRequests = Array.from({ length: 4 }, () => halfSent(portal))
    await sleep(200 + Math.random() * 300)
    const pending = load.pause()
    const startedAt = performance.now()
    const ending = portal.end('SIGTERM')
    const answers = await Promise.all([...pending, ...halfRequests.map((half) => half.finish())])
    const { code } = await ending
    const stopMs = performance.now() - startedAt
    slowest = Math.max(slowest, stopMs)
    sum.pending += answers.length
    sum.answered += answers.filter((isAnswered) => isAnswered).length
    if (code === 0 && stopMs <= maxStopMs) clean += 1
  }
  return [
    counted('pending requests at SIGTERM that were answered', sum.answered, sum.pending),
    counted('exits with code 0 within 10 s', clean, stops),
    measured('slowest stop', `${(slowest / 1000).toFixed(2)} s`, '<= 10 s', slowest <= maxStopMs),
  ]
}

/** Sends requests one after the other from each caller, until paused. */
function startLoad(env: DrillEnvironment, portal: PortalProcess, round: number) {
  let isPaused = false
  let sent = 0
  const pending = new Set<Promise<boolean>>()
  const sendOne = (caller: number): Promise<boolean> => {
    const client = env.client(portal)
    sent += 1
    const response =
      caller % 2 === 0
        ? client.request('GET', '/api/about')
        : client.request('POST', '/api/auth/request-link', {
            email: `stop${round}-${sent}@drill.example`,
            type: 'jobseeker',
          })
    return response.then(
      ({ status }) => status === 200,
      () => false,
    )
  }
  const work = async (caller: number) => {
    while (!isPaused) {
      const answer = sendOne(caller)
      pending.add(answer)
      await answer
      pending.delete(answer)
    }
  }
  for (let caller = 0; caller < callers; caller++) void work(caller)
  return {
    /** Sends no further requests; returns the pending ones. */
    pause: () => {
      isPaused = true
      return [...pending]
    },
  }
}

/** A request whose second half is sent after SIGTERM. */
function halfSent({ port }: PortalProcess) {
  const body = JSON.stringify({ email: 'slow@drill.example', type: 'member' })
  const head = [
    'POST /api/auth/verify HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '\r\n',
  ].join('\r\n')
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  const closed = new Promise<void>((resolve) => {
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
  })
  socket.write(head + body.slice(0, 10))
  return {
    finish: async (): Promise<boolean> => {
      await sleep(300)
      socket.write(body.slice(10))
      await Promise.race([closed, sleep(maxStopMs)])
      socket.destroy()
      return /^HTTP\/1\.1 4\d\d /.test(received) && received.includes('\r\n\r\n')
    },
  }
}
