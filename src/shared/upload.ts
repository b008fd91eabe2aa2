/** The schemas of POST /api/upload (contract 7.3). */
import { z } from 'zod'
import { type FileKind, isFileKind } from './file-kinds.ts'

const kindMessage = 'Please specify the type of file'

/** The file is a logo when no kind is given. */
export const uploadQuery = z.object({
  kind: z
    .string()
    .default('logo' satisfies FileKind)
    .refine(isFileKind, kindMessage),
})

/** `url`: '/uploads/…' with the name that the portal gave the file. */
export const uploadAnswer = z.strictObject({ url: z.string() })
