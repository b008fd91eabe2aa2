import type { ApplicationData } from '../../answers.ts'

const textNames = [
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

const optionalTextNames = [
  'ageSex',
  'designation',
  'yearOfIncorporation',
  'totalEmployees',
  'otherMaterials',
] as const satisfies readonly (keyof ApplicationData)[]

const singlePaperNames = [
  'memberPhoto',
  'incorporationCertificate',
  'companyPanCard',
  'businessCard',
] as const satisfies readonly (keyof ApplicationData)[]

/**
 * Normalises the form data of an application (contract 3.4): keys may be in snake case, arrays may be
 * JSON strings. Only addresses of the portal's own uploads are kept as files.
 */
export function readFormData(raw: unknown): ApplicationData {
  const data: Record<string, unknown> = typeof raw === 'object' && raw !== null ? { ...raw } : {}
  data.otherMaterials ||= data.materialsOther || data.materials_other
  const field = (name: string) => data[name] ?? data[toSnakeCase(name)]
  const texts = Object.fromEntries(textNames.map((name) => [name, textOf(field(name))]))
  const materials = listOf(field('materials'))
  const photos = listOf(field('factoryMachineryPhotos')).flatMap(urlsOf)
  return {
    // Safe: `texts` has exactly the keys in `textNames`.
    ...(texts as Pick<ApplicationData, (typeof textNames)[number]>),
    ...Object.fromEntries(
      optionalTextNames.map((name) => [name, textOf(field(name))] as const).filter(hasText),
    ),
    ...Object.fromEntries(
      singlePaperNames.flatMap((name) => urlsOf(field(name)).map((url) => [name, url])),
    ),
    ...(materials.length > 0 && { materials }),
    ...(photos.length > 0 && { factoryMachineryPhotos: photos }),
  }
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const hasText = ([, value]: readonly [string, string]) => value !== ''

/** The items of an array, a JSON array or a single value. */
function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean)
  const trimmed = textOf(value).trim()
  if (!trimmed.startsWith('[')) return trimmed === '' ? [] : [trimmed]
  try {
    return listOf(JSON.parse(trimmed))
  } catch {
    return [trimmed]
  }
}

/** `/uploads/{filename}` of such an address or a file name; empty for anything else. */
function urlsOf(value: unknown): string[] {
  const name = textOf(value).match(/^(?:\/uploads\/)?([\w-]+\.\w{2,5})$/)?.[1]
  return name === undefined ? [] : [`/uploads/${name}`]
}
