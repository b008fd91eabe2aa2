import { endpoint } from './endpoint.ts'
import type { uploadAnswer, uploadQuery } from './upload.ts'

/** Stores one file, which belongs to no record until a form refers to its URL. */
export const postUpload = endpoint<{
  query: typeof uploadQuery
  form: true
  answer: typeof uploadAnswer
}>()('POST /api/upload')
