/** SIGTERM in the middle of the work: what has arrived is answered, then the portal ends by itself. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { counted, type Finding, measured } from '../support/findings.ts'
import type { PortalProcess } from '../support/portal-process.ts'
import { portalSettings } from '../support/portal-settings.ts'
import type { Site } from '../support/site.ts'

const longest = 10_000
const callers = 16

export async function stopDrill(site: Site, stops: number): Promise<Finding[]> {
  const mail = await site.mailServer()
  const settings = await portalSettings(site, mail)
  let clean = 0
  let slowest = 0
  const sum = { underWay: 0, answered: 0 }
  for (let i = 0; i < stops; i++) {
    const portal = await site.portal(settings)
    const load = startLoad(site, portal, i)
    const halves = Array.from({ length: 4 }, () => halfSent(portal))
    await sleep(200 + Math.random() * 300)
    const underWay = load.pause()
    const began = performance.now()
    const ending = portal.end('SIGTERM')
    const answers = await Promise.all([...underWay, ...halves.map((half) => half.finish())])
    const { code } = await ending
    const took = performance.now() - began
    slowest = Math.max(slowest, took)
    sum.underWay += answers.length
    sum.answered += answers.filter((isAnswered) => isAnswered).length
    if (code === 0 && took <= longest) clean += 1
  }
  return [
    counted('requests under way at SIGTERM that were answered', sum.answered, sum.underWay),
    counted('stops that ended with 0 within 10 s', clean, stops),
    measured('slowest stop', `${(slowest / 1000).toFixed(2)} s`, '<= 10 s', slowest <= longest),
  ]
}

/** Callers that read and write as fast as they are answered, until they are paused. */
function startLoad(site: Site, portal: PortalProcess, turn: number) {
  let paused = false
  let written = 0
  const underWay = new Set<Promise<boolean>>()
  const once = (caller: number): Promise<boolean> => {
    const visitor = site.visitor(portal)
    written += 1
    const asking =
      caller % 2 === 0
        ? visitor.request('GET', '/api/about')
        : visitor.request('POST', '/api/auth/request-link', {
            email: `stop${turn}-${written}@drill.example`,
            type: 'jobseeker',
          })
    return asking.then(
      ({ status }) => status === 200,
      () => false,
    )
  }
  const work = async (caller: number) => {
    while (!paused) {
      const answer = once(caller)
      underWay.add(answer)
      await answer
      underWay.delete(answer)
    }
  }
  for (let caller = 0; caller < callers; caller++) void work(caller)
  return {
    /** Nothing more is begun; answers what is still to be answered. */
    pause: () => {
      paused = true
      return [...underWay]
    },
  }
}

/** A call whose second half is sent only after the portal was told to stop. */
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
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  const over = new Promise<void>((resolve) => {
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
  })
  socket.write(head + body.slice(0, 10))
  return {
    finish: async (): Promise<boolean> => {
      await sleep(300)
      socket.write(body.slice(10))
      await Promise.race([over, sleep(longest)])
      socket.destroy()
      return /^HTTP\/1\.1 4\d\d /.test(heard) && heard.includes('\r\n\r\n')
    },
  }
}
