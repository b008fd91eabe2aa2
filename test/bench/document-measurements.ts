/** What the benchmarks of documents measure alike: time relative to the bare library, and the portal while it renders. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import PDFKit from 'pdfkit'
import type { ApiClient } from '#test/drills/support/api-client.ts'
import { type Finding, measured, median, quantile } from '#test/drills/support/findings.ts'
import { memoryOf } from './memory.ts'

const maxRatio = 1.5
const maxGrowthMb = 128
const maxWaitMs = 300

const { resolve } = createRequire(import.meta.url)
const fontAt = (file: string) =>
  create(readFileSync(resolve(`@expo-google-fonts/noto-sans/${file}`))) as unknown as Buffer
const fonts = {
  regular: fontAt('400Regular/NotoSans_400Regular.ttf'),
  bold: fontAt('700Bold/NotoSans_700Bold.ttf'),
}

/** A document of the bare library with the fonts 'regular' and 'bold', which are opened once. */
export const openBarePdf = (options: PDFKit.PDFDocumentOptions) =>
  new PDFKit({ ...options, font: '' })
    .registerFont('regular', fonts.regular)
    .registerFont('bold', fonts.bold)

/** The milliseconds of each round, in turns, so that a busy machine slows both. */
export async function timesInTurns(
  rounds: number,
  work: { ours: (round: number) => Promise<void>; bare: (round: number) => Promise<void> },
): Promise<{ ours: number[]; bare: number[] }> {
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (let round = 0; round < rounds; round++)
    for (const name of ['ours', 'bare'] as const) {
      const startedAt = performance.now()
      await work[name](round)
      times[name].push(performance.now() - startedAt)
    }
  return times
}

export function ratioFinding({ ours, bare }: { ours: number[]; bare: number[] }): Finding {
  const ratio = median(ours) / median(bare)
  return measured('ratio', ratio.toFixed(2), `<= ${maxRatio}`, ratio <= maxRatio)
}

/** Runs `work` beside the requests of a member; `infoOf` describes how long it took. */
export async function besideRequests(
  { pid }: { pid: number },
  member: ApiClient,
  work: () => Promise<void>,
  infoOf: (seconds: number) => Finding,
): Promise<Finding[]> {
  const before = memoryOf(pid, 'VmRSS')
  let isDone = false
  const waits: number[] = []
  const visit = async () => {
    while (!isDone) {
      const startedAt = performance.now()
      await member.request('GET', '/api/user')
      waits.push(performance.now() - startedAt)
    }
  }
  const visits = visit()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  isDone = true
  await visits
  const growth = memoryOf(pid, 'VmRSS') - before
  const wait = quantile(waits, 0.99)
  return [
    infoOf(seconds),
    measured(
      'other requests at the same time, p99',
      `${wait.toFixed(0)} ms`,
      `< ${maxWaitMs} ms`,
      wait < maxWaitMs,
    ),
    measured(
      'memory (RSS) grows by',
      `${growth.toFixed(0)} MB`,
      `< ${maxGrowthMb} MB`,
      growth < maxGrowthMb,
    ),
  ]
}
