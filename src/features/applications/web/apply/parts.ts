/** The parts of the application form, and how much of each is filled in. */
import { keysOf } from '#shared/records.ts'
import type { MemberRole } from '#shared/roles.ts'
import { type PaperKind, paperKinds } from '../../papers.ts'
import {
  emptyValues,
  type FileCounts,
  type FormFieldName,
  type FormValues,
  fieldErrors,
} from './fields.ts'

type Part = 'basic' | 'additional' | 'papers' | 'consent'

export const partTitles: Record<Part, string> = {
  basic: 'Basic Information',
  additional: 'Additional Information',
  papers: 'Photos and documents',
  consent: 'Your privacy',
}

const additional: readonly (FormFieldName | PaperKind)[] = [
  'companyDescription',
  'servicesProducts',
  'materials',
  'otherMaterials',
  'referenceBy',
  'socialMediaLinks',
]

function partOf(name: FormFieldName | PaperKind): Part {
  if (name === 'consent') return 'consent'
  if (paperKinds.some((kind) => kind === name)) return 'papers'
  return additional.includes(name) ? 'additional' : 'basic'
}

interface PartState {
  part: Part
  title: string
  /** The required fields that are filled in, of all required ones. */
  doneCount: number
  count: number
  /**
   * The field where the applicant continues: the first one with an error, otherwise the first one of the part.
   */
  field: FormFieldName | PaperKind
}

/** The parts that have required fields, in the order of the form. */
export function partsOf(type: MemberRole, values: FormValues, counts: FileCounts): PartState[] {
  const needed = fieldErrors(type, emptyValues, {}).map(({ name }) => name)
  const errors = fieldErrors(type, values, counts).map(({ name }) => name)
  return keysOf(partTitles).flatMap((part) => {
    const names = needed.filter((name) => partOf(name) === part)
    const [first] = names
    if (first === undefined) return []
    const open = names.filter((name) => errors.includes(name))
    return {
      part,
      title: partTitles[part],
      count: names.length,
      doneCount: names.length - open.length,
      field: errors.find((name) => partOf(name) === part) ?? first,
    }
  })
}
