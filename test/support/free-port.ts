import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const attempts = 50

/**
 * A free port of 127.0.0.1, below those that the operating system gives to connections and to servers without
 * a port: another test that runs at the same time would get the same one.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
  throw new Error(`None of ${attempts} ports is free`)
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
