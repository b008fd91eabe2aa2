/** One client floods the portal with large pictures; measures how long the uploads of others take. */
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { minutes } from '#shared/durations.ts'
import type { FileKind } from '#shared/file-kinds.ts'
import { concurrently, type DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info, measured, median } from '#test/support/process/findings.ts'
import {
  multipart,
  nextClientAddress,
  noisePhoto,
  oemFiles,
  oemParts,
  type Part,
  plainPdf,
  send,
} from '#test/support/process/form-client.ts'
import { openUploadTarget, type UploadTarget } from './hostile-uploads.ts'

interface IntakeOptions {
  /** Pictures of the flood, 12 per form. */
  pictures: number
  megapixels: number
  /** The longest allowed wait of others, in milliseconds. Without one, the pace of the machine decides nothing. */
  goal?: number
}

const flooder = { 'X-Forwarded-For': '203.0.113.9' }
const picturesInForm = 12
/** One picture is processed and three wait: a fifth form would be refused. */
const concurrentForms = 4

/**
 * Floods twice: with concurrent forms, then with all pictures as single uploads at once. Meanwhile
 * visitors and an administrator upload photos of 12 megapixels, one after the other.
 */
export async function uploadFloodDrill(
  env: DrillEnvironment,
  { pictures, megapixels, goal }: IntakeOptions,
): Promise<Finding[]> {
  const target = await openUploadTarget(env)
  const photo = await noisyPhoto()
  const large = await slowPicture(megapixels)
  const asVisitor = () => upload(target, photo, 'memberPhoto', {})
  const asAdmin = () => upload(target, photo, 'logo', { Cookie: target.cookie })
  const unloadedMs: number[] = []
  for (let i = 0; i < 3; i += 1) unloadedMs.push((await asVisitor()).milliseconds)

  const small = { photo: await noisePhoto(64, 64), paper: plainPdf(1000) }
  const forms = Array.from({ length: Math.ceil(pictures / picturesInForm) }, (_, index) =>
    floodForm(index, Math.min(picturesInForm, pictures - index * picturesInForm), large, small),
  )
  const statuses: number[] = []
  const startedAt = performance.now()
  const byForms = await during(
    concurrently(forms.length, concurrentForms, async (index) => {
      const form = multipart(forms[index] ?? [])
      // Its pictures are processed one after the other, and the answer comes after the last.
      const options = { headers: flooder, timeoutMs: minutes(10) }
      const answer = await send(target.portal.url, '/api/auth/apply', form, options)
      statuses.push(answer?.status ?? 0)
    }),
    [asVisitor, asAdmin],
  )
  const seconds = (performance.now() - startedAt) / 1000
  const atOnce = await during(
    Promise.all(
      Array.from({ length: pictures }, () =>
        upload(target, large, 'factoryMachineryPhotos', flooder),
      ),
    ),
    [asVisitor, asAdmin],
  )
  const refused = atOnce.flood.filter(({ status }) => status === 429)
  const accepted = atOnce.flood.filter(({ status }) => status === 201)
  const [visitors = [], admins = []] = [0, 1].map((index) =>
    [byForms, atOnce].flatMap(({ others }) => others[index] ?? []),
  )
  return [
    info(`time for ${pictures} pictures of ${megapixels} megapixels`, `${seconds.toFixed(0)} s`),
    counted(
      'forms of the flood accepted',
      statuses.filter((status) => status === 201).length,
      forms.length,
    ),
    counted(
      'single uploads accepted, or refused with Retry-After',
      accepted.length + refused.filter(({ retryAfter }) => Number(retryAfter) > 0).length,
      pictures,
    ),
    goal === undefined
      ? info('single uploads refused', `${refused.length}`)
      : measured('single uploads refused', `${refused.length}`, '> 0', refused.length > 0),
    info('photo of 12 megapixels without load', `${Math.round(median(unloadedMs))} ms`),
    ...waitsOf('visitors', visitors, median(unloadedMs), goal),
    ...waitsOf('the administrator', admins, median(unloadedMs), goal),
  ]
}

function floodForm(
  form: number,
  count: number,
  large: Buffer,
  { photo, paper }: { photo: Buffer; paper: Buffer },
): Part[] {
  const others = oemFiles(photo, paper).filter(({ field }) => field !== 'factoryMachineryPhotos')
  const pictures = Array.from({ length: count }, (_, index) => ({
    field: 'factoryMachineryPhotos',
    value: {
      name: `${index}.jpg`,
      type: 'image/jpeg',
      bytes: large,
    },
  }))
  return oemParts(`flood${form}@drill.example`, [...others, ...pictures])
}

/** A picture of one colour; progressive, so it is slow to decode. */
function slowPicture(megapixels: number): Promise<Buffer> {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 8) / 5))
  const height = Math.floor((megapixels * 1e6) / width)
  const background = { r: 40, g: 90, b: 140 }
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg({ progressive: true })
    .toBuffer()
}

/** A photo of 12 megapixels with the noise of a camera. */
export const noisyPhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()

interface UploadResult {
  status: number
  milliseconds: number
  retryAfter: string | undefined
}

async function upload(
  { portal }: UploadTarget,
  bytes: Buffer,
  kind: FileKind,
  headers: Record<string, string>,
): Promise<UploadResult> {
  const startedAt = performance.now()
  const form = multipart([
    { field: 'file', value: { name: 'photo.jpg', type: 'image/jpeg', bytes } },
  ])
  const answer = await send(portal.url, `/api/upload?kind=${kind}`, form, {
    headers: { 'X-Forwarded-For': nextClientAddress(), ...headers },
  })
  const { status = 0, rawHeaders = [] } = answer ?? {}
  const at = rawHeaders.findIndex((name) => name.toLowerCase() === 'retry-after')
  return {
    status,
    milliseconds: performance.now() - startedAt,
    retryAfter: at === -1 ? undefined : rawHeaders[at + 1],
  }
}

/** Repeats each of `uploads` concurrently until the flood has ended. */
async function during<Answers>(flood: Promise<Answers>, uploads: (() => Promise<UploadResult>)[]) {
  let isOver = false
  void flood.finally(() => {
    isOver = true
  })
  const repeat = async (uploadOnce: () => Promise<UploadResult>) => {
    const answers: UploadResult[] = []
    while (!isOver) {
      answers.push(await uploadOnce())
      await sleep(200)
    }
    return answers
  }
  const others = await Promise.all(uploads.map(repeat))
  return { flood: await flood, others }
}

const waitsOf = (
  who: string,
  answers: readonly UploadResult[],
  unloadedMs: number,
  goal: number | undefined,
): Finding[] => {
  const waits = answers.map(({ milliseconds }) =>
    Math.max(0, Math.round(milliseconds - unloadedMs)),
  )
  return [
    counted(
      `photos of ${who} accepted`,
      answers.filter(({ status }) => status === 201).length,
      answers.length,
    ),
    info(`median wait of ${who}`, `${median(waits)} ms`),
    goal === undefined
      ? info(`longest wait of ${who}`, `${Math.max(...waits)} ms`)
      : measured(
          `longest wait of ${who}`,
          `${Math.max(...waits)} ms`,
          `<= ${goal} ms`,
          Math.max(...waits) <= goal,
        ),
    info(
      `longest upload of ${who}, in uploads without load`,
      (Math.max(...answers.map(({ milliseconds }) => milliseconds)) / unloadedMs).toFixed(1),
    ),
  ]
}
