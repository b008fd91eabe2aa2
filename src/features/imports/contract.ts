import { z } from 'zod'
import { importColumns } from '#features/members/columns/spreadsheet-columns.ts'
import { memberType, singleLine } from '#shared/fields.ts'

/** The JSON of a form field; the message refuses any other text. */
const jsonField = <Schema extends z.ZodType>(schema: Schema, message: string) =>
  z.string().transform((text, context): z.output<Schema> => {
    const result = schema.safeParse(parseJson(text))
    if (result.success) return result.data
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Headings that were matched by hand, each with its column; '' skips it. */
export const mappingField = jsonField(
  z.record(z.string().max(200), z.enum(['', ...importColumns])),
  'Please send the mapping as JSON of headings and columns',
)

/** Corrected cells: by line, then by heading. */
export const correctionsField = jsonField(
  z.record(z.string().regex(/^\d{1,9}$/), z.record(z.string().max(200), z.string().max(10_000))),
  'Please send the corrections as JSON of lines, headings and texts',
)

/** In characters. */
export const maxFileName = 200

/**
 * The name of the selected file if a converted one is sent: for a workbook, a sheet as CSV. Long names are truncated.
 */
export const fileNameField = z
  .string()
  // Removes a surrogate that truncation has separated from its pair.
  .transform((name) => name.slice(0, maxFileName).replace(/\p{Cs}/gu, ''))
  .pipe(singleLine(maxFileName))

export const templateQuery = z.object({
  role: memberType.default('oem'),
})

/** `key`: the Idempotency-Key of the import. */
export const progressQuery = z.object({ key: z.string().max(200).default('') })

const keepMessage = 'Please say whether changed members may stay'

/**
 * POST /api/admin/imports/{id}/undo. A member changed since the import is skipped with `keep_changed`;
 * otherwise the undo is refused with 409.
 */
export const undoRequest = z.object(
  { keep_changed: z.boolean(keepMessage).default(false) },
  keepMessage,
)
