/** PDFs made at random are checked: each is accepted or refused in words, and no active one is accepted. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPdf } from '#platform/server/files/pdf/check-pdf.ts'
import { Refusal } from '#shared/refusal.ts'
import { type FuzzedPdf, fuzzedPdfs } from '#test/files/pdf-fuzz.ts'
import { counted, type Finding, info, measured } from '../support/findings.ts'
import type { Site } from '../support/site.ts'

interface PdfFuzzOptions {
  count: number
  seed: number
  /** How many of the damaged PDFs that were accepted are shown to qpdf, a reader that repairs. */
  forQpdf: number
}

const longestCheck = 5000

export async function pdfFuzzDrill(
  site: Site,
  { count, seed, forQpdf }: PdfFuzzOptions,
): Promise<Finding[]> {
  const wrong: string[] = []
  const accepted: Buffer[] = []
  const active: Buffer[] = []
  let damagedButAccepted = 0
  let slowest = 0
  for (const pdf of fuzzedPdfs(count, seed)) {
    const startedAt = performance.now()
    const result = await check(pdf)
    slowest = Math.max(slowest, performance.now() - startedAt)
    if (result === 'defect' || (pdf.expected ?? result) !== result) wrong.push(pdf.what)
    if (pdf.expected === undefined && result === 'accepted') {
      damagedButAccepted += 1
      if (accepted.length < forQpdf) accepted.push(pdf.bytes)
    }
    if (pdf.expected === 'refused' && active.length < forQpdf) active.push(pdf.bytes)
  }
  if (wrong.length > 0) console.error(wrong.slice(0, 10))
  return [
    counted('accepted or refused as they must be, without a defect', count - wrong.length, count),
    info('damaged ones that are accepted', `${damagedButAccepted}`),
    measured(
      'slowest check',
      `${Math.round(slowest)} ms`,
      `< ${longestCheck} ms`,
      slowest < longestCheck,
    ),
    ...seenByQpdf(site.folder(), accepted, active),
  ]
}

async function check({ what, bytes }: FuzzedPdf): Promise<'accepted' | 'refused' | 'defect'> {
  try {
    await checkPdf(bytes)
    return 'accepted'
  } catch (error) {
    if (error instanceof Refusal) return 'refused'
    console.error(what, error)
    return 'defect'
  }
}

const activeName =
  /"\/(?:JavaScript|JS|Launch|EF|EmbeddedFiles?|RichMedia|XFA|GoToE|ImportData|SubmitForm|Rendition)"/

/** What another reader finds: something active in none of the accepted PDFs. */
function seenByQpdf(
  folder: string,
  accepted: readonly Buffer[],
  active: readonly Buffer[],
): Finding[] {
  if (spawnSync('qpdf', ['--version']).error) return [info('qpdf', 'is not installed')]
  const file = join(folder, 'fuzzed.pdf')
  const objectsOf = (bytes: Buffer) => {
    writeFileSync(file, bytes)
    const args = ['--json', '--json-key=qpdf', '--no-warn', file]
    return spawnSync('qpdf', args, { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout
  }
  const readable = accepted.map(objectsOf).filter((objects) => objects !== '')
  return [
    info('active ones in which qpdf finds it', `${share(active.map(objectsOf))}`),
    counted(
      'accepted ones in which qpdf finds nothing active',
      readable.filter((objects) => !activeName.test(objects)).length,
      readable.length,
    ),
  ]
}

const share = (all: readonly string[]): string =>
  `${all.filter((objects) => activeName.test(objects)).length}/${all.length}`
