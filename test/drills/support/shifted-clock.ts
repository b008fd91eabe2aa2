/**
 * `node --import` loads it before a portal, with the path of a file as `?file=`: the clock of the portal shows the
 * real time plus the milliseconds in that file, which a drill changes while the portal runs.
 */
import { readFileSync } from 'node:fs'

const file = new URL(import.meta.url).searchParams.get('file') ?? ''
const RealDate = Date
let shift = 0

const read = () => {
  shift = Number(readFileSync(file, 'utf8'))
}
read()
setInterval(read, 20).unref()

const now = () => RealDate.now() + shift

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
})
