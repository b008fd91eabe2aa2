/** Single uploads, and the download of every file: who may open which. */
import { type Context, Hono } from 'hono'
import { recordApplicationChange } from '#features/applications/server/application-history.ts'
import { isListed } from '#features/members/server/directory/listed-queries.ts'
import { findPerson } from '#features/members/server/queries.ts'
import { StartupError } from '#platform/server/core/startup-error.ts'
import type { Database } from '#platform/server/database/database.ts'
import { DecryptionError } from '#platform/server/files/encryption.ts'
import {
  fileNameInUrl,
  fileUrl,
  findFile,
  type StoredFile,
} from '#platform/server/files/stored-files.ts'
import { filesByKind } from '#platform/server/files/upload-form.ts'
import { personFrom, visitorFrom } from '#platform/server/files/uploader.ts'
import type { Client } from '#platform/server/http/client-network.ts'
import { matchesEtag } from '#platform/server/http/etag.ts'
import { anyone, assertConfirmed, signedOut } from '#platform/server/http/guards.ts'
import { withFile } from '#platform/server/http/multipart.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import type { Caller, PortalEnv } from '#platform/server/http/request-context.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { type FileKind, fileKinds, mediaTypes } from '#shared/file-kinds.ts'
import { limits } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { isMemberRole } from '#shared/roles.ts'
import { uploadAnswer, uploadQuery } from '#shared/upload.ts'
import { postUpload } from '#shared/upload-endpoint.ts'

/** The same refusal for a file that does not exist and for one that the caller may not open. */
const noSuchFile = () => new Refusal('missing', 'File not found')

/** POST /api/upload. */
export const uploadRoutes = (world: World): Route[] => [
  route(
    postUpload,
    anyone(),
    {
      summary: 'Upload a file for a form',
      query: uploadQuery,
      form: { file: 'file' },
      answer: uploadAnswer,
      status: 201,
    },
    async ({ query: { kind }, c }) => {
      const caller = await findCaller(c)
      const file = await storeUpload(world, c, kind, caller)
      return { url: fileUrl(file.name) }
    },
  ),
]

/** GET /uploads/{filename}. */
export const fileRoutes = (world: World) =>
  new Hono<PortalEnv>().get('/uploads/:filename', anyone(), (c) => sendFile(world, c))

async function findCaller(c: Context<PortalEnv>): Promise<Caller | undefined> {
  const caller = await c.var.request.findCaller(c)
  c.set('caller', caller)
  return caller
}

/** Counts an upload, accepted or not: for the signed-in person, else for the network. */
async function countAttempt(
  { db, now }: World,
  client: Client,
  caller: Caller | undefined,
): Promise<void> {
  if (client.kind === 'trial') return
  if (!caller) return enforceLimit(db, limits.uploadsOfVisitor, client, now())
  const limit = caller.role === 'admin' ? limits.uploadsOfAdmin : limits.uploads
  return enforceLimit(db, limit, caller.id, now())
}

/** Stores the one file of the form; it has no owner until something refers to it. */
function storeUpload(
  world: World,
  c: Context<PortalEnv>,
  kind: FileKind,
  caller: Caller | undefined,
): Promise<StoredFile> {
  const { client } = c.var.request
  const uploader = caller ? personFrom(caller) : visitorFrom(client)
  const files = filesByKind(world.files, uploader, (field) => (field === 'file' ? kind : undefined))
  const before = async () => {
    if (kind === 'logo' && !caller) throw signedOut()
    await countAttempt(world, client, caller)
    await world.files.assertOpen(uploader, world.now())
  }
  return withFile(c, { files, before }, (file) => world.files.store(file, uploader, world.now()))
}

async function sendFile(world: World, c: Context<PortalEnv>): Promise<Response> {
  const name = fileNameInUrl(c.req.path)
  const caller = await findCaller(c)
  const file = name !== undefined ? await findFile(world.db, name) : undefined
  if (!file || !(await mayOpen(world.db, caller, file))) throw noSuchFile()
  if (caller?.isConfirmationDue && isApplicantPaper(file)) {
    if (isNavigation(c)) return c.redirect(`/confirm?to=${fileUrl(file.name)}`, 303)
    assertConfirmed(caller)
  }
  const version = file.has_small && c.req.query('size') === 'small' ? 'small' : 'full'
  const etag = isPicture(file) ? `"${file.name}-${version}"` : undefined
  if (etag !== undefined && matchesEtag(c, etag)) {
    setHeaders(c, file, etag)
    return c.body(null, 304)
  }
  const bytes = await read(world, file, version)
  const isGet = c.req.method !== 'HEAD'
  if (isGet && caller && file.owner === 'application' && version === 'full')
    await recordOpening(world, caller, file)
  setHeaders(c, file, etag)
  c.header('Content-Length', String(bytes.length))
  return isGet ? c.body(Uint8Array.from(bytes)) : c.body(null)
}

/**
 * Contract 14.3: papers are for administrators, pictures for those who may see that member, the association's logo for
 * everyone.
 */
async function mayOpen(
  db: Database,
  caller: Caller | undefined,
  file: StoredFile,
): Promise<boolean> {
  if (file.owner === 'association') return file.kind === 'logo'
  if (!caller) return false
  if (file.owner === null) return file.uploaded_by === caller.id
  if (caller.role === 'admin') return true
  if (file.owner !== 'person' || !isPicture(file)) return false
  if (file.owner_id === caller.id) return true
  if (!isMemberRole(caller.role)) return false
  const person = await findPerson(db, file.owner_id ?? '')
  return person !== undefined && isListed(person)
}

/** Pictures that members show; every other file is a paper. */
const isPicture = ({ kind, owner }: StoredFile): boolean =>
  (kind === 'memberPhoto' || kind === 'logo') && owner !== 'application'

/** A certificate or PAN card, which administrators with a second factor open after confirming. */
const isApplicantPaper = ({ kind, owner }: StoredFile): boolean =>
  owner === 'application' && fileKinds[kind].isSecret

/** True when a browser opens the address in a tab, where a screen can ask for the second factor. */
const isNavigation = (c: Context): boolean => !!c.req.header('accept')?.includes('text/html')

/** Headers that keep a file from acting as a page of the portal: no scripts, no sniffed type, PDFs are saved. */
function setHeaders(c: Context, file: StoredFile, etag: string | undefined): void {
  c.header('Content-Type', mediaTypes[file.type])
  c.header('Content-Disposition', disposition(file))
  c.header('Content-Security-Policy', "default-src 'none'; sandbox")
  c.header('Cache-Control', cacheControl(file, etag))
  if (etag !== undefined) c.header('ETag', etag)
}

/** A file name is never used again, so public files never change. */
function cacheControl({ owner }: StoredFile, etag: string | undefined): string {
  if (etag === undefined) return 'no-store'
  return owner === 'association' ? 'public, max-age=31536000, immutable' : 'private, no-cache'
}

/** RFC 6266: an ASCII name for old programs and the full name; the extension is that of the stored type. */
function disposition(file: StoredFile): string {
  const { name, type } = file
  const extension = name.split('.').at(-1)
  const fileName = `${originalName(file).replace(/\.[^.]*$/, '') || 'file'}.${extension}`
  const ascii = fileName.replace(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const mode = type === 'pdf' ? 'attachment' : 'inline'
  return `${mode}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Pictures get a generic name: their own may contain what the owner hides, such as a phone number. */
const originalName = (file: StoredFile): string =>
  isPicture(file) ? (file.kind === 'logo' ? 'logo' : 'photo') : file.original_name

async function read({ files, log }: World, file: StoredFile, version: 'full' | 'small') {
  try {
    const bytes = await files.read(file, version)
    if (bytes) return bytes
    log.error({ file: file.name, version }, 'file content missing')
  } catch (error) {
    if (!(error instanceof DecryptionError || error instanceof StartupError)) throw error
    log.error({ file: file.name, version, err: error }, 'decrypting a file failed')
  }
  const what = fileKinds[file.kind].isSecret ? 'paper' : 'file'
  throw new Refusal(
    'unavailable',
    `This ${what} cannot be read: it is damaged or its key is missing. Please contact the person who runs the portal.`,
  )
}

/** Records every opening of an applicant's paper, before its bytes are sent (contract 14.3). */
const recordOpening = ({ db, now }: World, caller: Caller, file: StoredFile): Promise<void> =>
  recordApplicationChange(
    db,
    file.owner_id ?? '',
    {
      actor: caller.id,
      action: 'paper-opened',
      after: { kind: file.kind, file: file.name, session: caller.session },
    },
    now(),
  )
