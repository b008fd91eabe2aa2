import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { infiniteList } from '#platform/web/table/infinite-list.ts'
import { toast } from '#platform/web/toast/toast.ts'
import type {
  Application,
  ApplicationData,
  ApplicationDecision,
  ApplicationDetails,
  ApplicationQuery,
  PossibleDuplicate,
  Retention,
} from '../../contract.ts'

export type Filters = Pick<ApplicationQuery, 'search' | 'status' | 'type' | 'sort'>

/** How many applications come at a time. */
const limit = 50
const all = '/api/admin/applications'
const pending = '/api/admin/pending-applications'

/** What waits for a decision, in the order asked for. */
export const pendingApplications = (filters: Pick<Filters, 'sort'>) =>
  infiniteList<Application>({
    path: pending,
    key: [pending, filters],
    filters,
    limit,
    parseRow: read,
  })

/** The applications of every state. */
export const applications = (filters: Filters) =>
  infiniteList<Application>({
    path: all,
    key: [all, 'list', filters],
    filters,
    limit,
    parseRow: read,
  })

/** One application with its history; asked for anew each time it is opened, for it is decided on. */
export const applicationDetails = (id: string) =>
  queryOptions({
    queryKey: [all, 'one', id],
    queryFn: async ({ signal }) =>
      read(await call<ApplicationDetails>(`${all}/${encodeURIComponent(id)}`, { signal })),
    staleTime: 0,
  })

export const retention = queryOptions<Retention>({ queryKey: [`${all}/retention`] })

/** Who may be the same as the applicant, as the portal sees it now. */
export const fetchDuplicates = async (id: string): Promise<PossibleDuplicate[]> =>
  (await queryClient.fetchQuery(applicationDetails(id))).alike

/** Every list that an application is in, or the member it becomes. */
const lists = [
  '/api/admin/stats',
  pending,
  all,
  `${all}/retention`,
  '/api/admin/members',
  '/api/members',
]

const refresh = () =>
  Promise.all(lists.map((list) => queryClient.invalidateQueries({ queryKey: [list] })))

type Sent = ApplicationDecision & { id: string }
/** The answer to a decision; after an approval it may name the number of the new member. */

/**
 * Decides an application as it was read. `onClash` is told the portal's words when somebody was
 * faster or the address belongs to a member; every other failure, and that one where nobody listens,
 * is a toast. The lists are read again either way.
 */
export function useDecide(onClash?: (words: string) => void) {
  return useMutation({
    mutationFn: async ({ id, ...decision }: Sent) =>
      read(
        await call<Application>(`${all}/${encodeURIComponent(id)}/status`, {
          method: 'PUT',
          json: decision,
        }),
      ),
    onSuccess: () => {
      toast({ title: 'Success', description: 'Application status updated successfully' })
      return refresh()
    },
    onError: (error) => {
      const words = errorMessage(error, 'Failed to update application status')
      const status = errorStatus(error)
      if (status === 409 && onClash) onClash(words)
      else tellFailure(words)
      if (status === 404 || status === 409) return refresh()
      return undefined
    },
  })
}

export const tellFailure = (description: string) =>
  toast({ title: 'Error', description, variant: 'destructive' })

const read = <Row extends Application>(row: Row): Row => ({
  ...row,
  formData: readFormData(row.formData),
})

const texts = [
  'name',
  'email',
  'companyName',
  'whatsappNumber',
  'websiteUrl',
  'address',
  'factoryAddress',
  'certificatePostalAddress',
  'referenceBy',
  'servicesProducts',
  'companyDescription',
  'socialMediaLinks',
] as const satisfies readonly (keyof ApplicationData)[]

const extras = [
  'ageSex',
  'designation',
  'yearOfIncorporation',
  'totalEmployees',
  'otherMaterials',
] as const satisfies readonly (keyof ApplicationData)[]

const papers = [
  'memberPhoto',
  'incorporationCertificate',
  'companyPanCard',
  'businessCard',
] as const satisfies readonly (keyof ApplicationData)[]

/**
 * The form as an application carries it, in the one spelling of the contract: both spellings of a
 * name occur, and arrays may come as JSON strings (contract 3). Files are only ever
 * addresses of the portal's own uploads.
 */
export function readFormData(sent: unknown): ApplicationData {
  const data: Record<string, unknown> = typeof sent === 'object' && sent !== null ? { ...sent } : {}
  data.otherMaterials ||= data.materialsOther || data.materials_other
  const given = (name: string) => data[name] ?? data[snake(name)]
  const written = Object.fromEntries(texts.map((name) => [name, text(given(name))]))
  const materials = list(given('materials'))
  const photos = list(given('factoryMachineryPhotos')).flatMap(fileAddress)
  return {
    // The border: `written` holds exactly the names of `texts`.
    ...(written as Pick<ApplicationData, (typeof texts)[number]>),
    ...Object.fromEntries(
      extras.map((name) => [name, text(given(name))] as const).filter(hasWords),
    ),
    ...Object.fromEntries(
      papers.flatMap((name) => fileAddress(given(name)).map((at) => [name, at])),
    ),
    ...(materials.length > 0 && { materials }),
    ...(photos.length > 0 && { factoryMachineryPhotos: photos }),
  }
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const hasWords = ([, words]: readonly [string, string]) => words !== ''

/** An array, an array as JSON, or one thing alone. */
function list(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(text).filter(Boolean)
  const words = text(value).trim()
  if (!words.startsWith('[')) return words === '' ? [] : [words]
  try {
    return list(JSON.parse(words))
  } catch {
    return [words]
  }
}

/** `/uploads/{filename}` of an address or of a bare file name; nothing for anything else. */
function fileAddress(value: unknown): string[] {
  const name = text(value).match(/^(?:\/uploads\/)?([\w-]+\.\w{2,5})$/)?.[1]
  return name === undefined ? [] : [`/uploads/${name}`]
}
