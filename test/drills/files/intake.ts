/** One client floods a portal with pictures of 40 megapixels: how long others wait for theirs. */
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { FileKind } from '#shared/file-kinds.ts'
import { counted, type Finding, info, measured, median } from '../support/findings.ts'
import {
  anotherClient,
  multipart,
  noisePhoto,
  oemFiles,
  oemParts,
  type Part,
  plainPdf,
  send,
} from '../support/form-client.ts'
import { concurrently, type Site } from '../support/site.ts'
import { type Door, openDoor } from './hostile-uploads.ts'

interface IntakeOptions {
  /** How many pictures the flood has; a form takes 12 of them. */
  pictures: number
  megapixels: number
  /** The longest wait of others, in milliseconds. */
  goal: number
}

const flooder = { 'X-Forwarded-For': '203.0.113.9' }
const picturesInForm = 12
/** One picture is processed and three wait: a fifth form would be refused. */
const formsAbreast = 4

/**
 * The flood comes twice: in forms that are processed side by side, then picture by picture, all at once.
 * Meanwhile visitors and an administrator send a photo of 12 megapixels each, one after the other.
 */
export async function intakeDrill(
  site: Site,
  { pictures, megapixels, goal }: IntakeOptions,
): Promise<Finding[]> {
  const door = await openDoor(site)
  const photo = await usualPhoto()
  const large = await slowPicture(megapixels)
  const asVisitor = () => upload(door, photo, 'memberPhoto', {})
  const asAdmin = () => upload(door, photo, 'logo', { Cookie: door.cookie })
  const alone: number[] = []
  for (let i = 0; i < 3; i += 1) alone.push((await asVisitor()).milliseconds)

  const small = { photo: await noisePhoto(64, 64), paper: plainPdf(1000) }
  const forms = Array.from({ length: Math.ceil(pictures / picturesInForm) }, (_, index) =>
    floodForm(index, Math.min(picturesInForm, pictures - index * picturesInForm), large, small),
  )
  const statuses: number[] = []
  const startedAt = performance.now()
  const byForms = await during(
    concurrently(forms.length, formsAbreast, async (index) => {
      const form = multipart(forms[index] ?? [])
      const answer = await send(door.portal.url, '/api/auth/apply', form, { headers: flooder })
      statuses.push(answer?.status ?? 0)
    }),
    [asVisitor, asAdmin],
  )
  const seconds = (performance.now() - startedAt) / 1000
  const atOnce = await during(
    Promise.all(
      Array.from({ length: pictures }, () =>
        upload(door, large, 'factoryMachineryPhotos', flooder),
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
    info(`${pictures} pictures of ${megapixels} megapixels take`, `${seconds.toFixed(0)} s`),
    counted(
      'forms of the flood accepted',
      statuses.filter((status) => status === 201).length,
      forms.length,
    ),
    counted(
      'pictures at once: accepted, or refused with Retry-After',
      accepted.length + refused.filter(({ retryAfter }) => Number(retryAfter) > 0).length,
      pictures,
    ),
    measured('pictures at once that are refused', `${refused.length}`, '> 0', refused.length > 0),
    info('a photo of 12 megapixels takes alone', `${Math.round(median(alone))} ms`),
    ...waitsOf('visitors', visitors, median(alone), goal),
    ...waitsOf('the administrator', admins, median(alone), goal),
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

/** A picture of one colour that is slow to decode, because it comes in several passes. */
function slowPicture(megapixels: number): Promise<Buffer> {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 8) / 5))
  const height = Math.floor((megapixels * 1e6) / width)
  const background = { r: 40, g: 90, b: 140 }
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg({ progressive: true })
    .toBuffer()
}

/** A photo of 12 megapixels with the noise of a camera. */
const usualPhoto = (): Promise<Buffer> =>
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

interface Answered {
  status: number
  milliseconds: number
  retryAfter: string | undefined
}

async function upload(
  { portal }: Door,
  bytes: Buffer,
  kind: FileKind,
  headers: Record<string, string>,
): Promise<Answered> {
  const startedAt = performance.now()
  const form = multipart([
    { field: 'file', value: { name: 'photo.jpg', type: 'image/jpeg', bytes } },
  ])
  const answer = await send(portal.url, `/api/upload?kind=${kind}`, form, {
    headers: { 'X-Forwarded-For': anotherClient(), ...headers },
  })
  const { status = 0, rawHeaders = [] } = answer ?? {}
  const at = rawHeaders.findIndex((name) => name.toLowerCase() === 'retry-after')
  return {
    status,
    milliseconds: performance.now() - startedAt,
    retryAfter: at === -1 ? undefined : rawHeaders[at + 1],
  }
}

/** Calls each of `acts` again and again, side by side, until everything of the flood is answered. */
async function during<Answers>(flood: Promise<Answers>, acts: (() => Promise<Answered>)[]) {
  let isOver = false
  void flood.finally(() => {
    isOver = true
  })
  const repeat = async (act: () => Promise<Answered>) => {
    const answers: Answered[] = []
    while (!isOver) {
      answers.push(await act())
      await sleep(200)
    }
    return answers
  }
  const others = await Promise.all(acts.map(repeat))
  return { flood: await flood, others }
}

const waitsOf = (
  who: string,
  answers: readonly Answered[],
  alone: number,
  goal: number,
): Finding[] => {
  const waits = answers.map(({ milliseconds }) => Math.max(0, Math.round(milliseconds - alone)))
  return [
    counted(
      `photos of ${who} accepted`,
      answers.filter(({ status }) => status === 201).length,
      answers.length,
    ),
    info(`half of the waits of ${who} within`, `${median(waits)} ms`),
    measured(
      `longest wait of ${who}`,
      `${Math.max(...waits)} ms`,
      `<= ${goal} ms`,
      Math.max(...waits) <= goal,
    ),
  ]
}
