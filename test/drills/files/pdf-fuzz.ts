/** Checks generated PDFs: each must be accepted or refused with a sentence, and active ones refused. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPdf } from '#platform/server/files/pdf/check-pdf.ts'
import { Refusal } from '#shared/refusal.ts'
import { type FuzzedPdf, fuzzedPdfs } from '#test/files/pdf-fuzz.ts'
import { provide, qpdf } from '#test/setup/programs.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info, measured } from '#test/support/process/findings.ts'

interface PdfFuzzOptions {
  count: number
  seed: number
  /** How many accepted damaged PDFs are also checked with qpdf, which repairs damage. */
  forQpdf: number
}

const maxCheckMs = 5000

export async function pdfFuzzDrill(
  env: DrillEnvironment,
  { count, seed, forQpdf }: PdfFuzzOptions,
): Promise<Finding[]> {
  const unexpected: string[] = []
  const accepted: Buffer[] = []
  const active: Buffer[] = []
  let damagedButAccepted = 0
  let slowest = 0
  for (const pdf of fuzzedPdfs(count, seed)) {
    const startedAt = performance.now()
    const result = await check(pdf)
    slowest = Math.max(slowest, performance.now() - startedAt)
    if (result === 'error' || (pdf.expected ?? result) !== result) unexpected.push(pdf.what)
    if (pdf.expected === undefined && result === 'accepted') {
      damagedButAccepted += 1
      if (accepted.length < forQpdf) accepted.push(pdf.bytes)
    }
    if (pdf.expected === 'refused' && active.length < forQpdf) active.push(pdf.bytes)
  }
  if (unexpected.length > 0) console.error(unexpected.slice(0, 10))
  return [
    counted('accepted or refused as expected, without an error', count - unexpected.length, count),
    info('damaged PDFs accepted', `${damagedButAccepted}`),
    measured(
      'slowest check',
      `${Math.round(slowest)} ms`,
      `< ${maxCheckMs} ms`,
      slowest < maxCheckMs,
    ),
    ...(await checkWithQpdf(env.folder(), accepted, active)),
  ]
}

async function check({ what, bytes }: FuzzedPdf): Promise<'accepted' | 'refused' | 'error'> {
  try {
    await checkPdf(bytes)
    return 'accepted'
  } catch (error) {
    if (error instanceof Refusal) return 'refused'
    console.error(what, error)
    return 'error'
  }
}

const activeName =
  /"\/(?:JavaScript|JS|Launch|EF|EmbeddedFiles?|RichMedia|XFA|GoToE|ImportData|SubmitForm|Rendition)"/

/** qpdf must not find active content in an accepted PDF. */
async function checkWithQpdf(
  folder: string,
  accepted: readonly Buffer[],
  active: readonly Buffer[],
): Promise<Finding[]> {
  const program = await provide(qpdf)
  const file = join(folder, 'fuzzed.pdf')
  const objectsOf = (bytes: Buffer) => {
    writeFileSync(file, bytes)
    const args = ['--json', '--json-key=qpdf', '--no-warn', file]
    return spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout
  }
  const readable = accepted.map(objectsOf).filter((objects) => objects !== '')
  return [
    info('active PDFs recognised by qpdf', `${share(active.map(objectsOf))}`),
    counted(
      'accepted PDFs without active content according to qpdf',
      readable.filter((objects) => !activeName.test(objects)).length,
      readable.length,
    ),
  ]
}

const share = (all: readonly string[]): string =>
  `${all.filter((objects) => activeName.test(objects)).length}/${all.length}`
