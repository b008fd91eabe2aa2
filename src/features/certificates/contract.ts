import { z } from 'zod'
import { progressKey } from '#features/members/bulk.ts'
import { memberSelection } from '#features/members/contract.ts'
import { documentLanguageMessage, documentLanguages } from '#shared/association-details.ts'
import { reasonMessage, required, singleLine } from '#shared/fields.ts'
import { certificateTemplate } from './template.ts'

/** What a member downloads. */
const ownDocuments = ['certificate', 'card'] as const
export type OwnDocument = (typeof ownDocuments)[number]
/**
 * What an administrator prints: 'card' is a page for each card, 'card-sheet' ten on A4; the labels are on
 * sheets of 24 (3 × 8) and 14 (2 × 7).
 */
export const printedDocuments = [...ownDocuments, 'card-sheet', 'labels-24', 'labels-14'] as const
export type PrintedDocument = (typeof printedDocuments)[number]

const chooseDocument = 'Please choose what to print'
const printed = z.enum(printedDocuments, chooseDocument)

/** POST /api/admin/certificates/preview. */
export const certificatesPreview = z.object({ selection: memberSelection, document: printed })

/** POST /api/admin/certificates. */
export const certificatesRequest = z.object({
  selection: memberSelection,
  /** When true, members who have a certificate get a new one, and the old one is revoked. */
  reissue: z.boolean().default(false),
  ...progressKey,
})
export type CertificatesRequest = z.output<typeof certificatesRequest>

/** When left out, each document has the language of the member, or else of the settings. */
const language = z.enum(documentLanguages, documentLanguageMessage).optional()

/** POST /api/admin/certificates/print. */
export const printRequest = z.object({
  selection: memberSelection,
  document: printed,
  language,
  ...progressKey,
})

/** POST /api/admin/certificates/{id}/revoke. */
export const revocation = z.object({
  reason: required(singleLine(200), reasonMessage),
})

/** POST /api/admin/certificates/sample: the template as it is in the form, saved or not. */
export const sampleRequest = z.object({
  template: certificateTemplate,
  document: z.enum(ownDocuments, chooseDocument),
  language: z.enum(documentLanguages, documentLanguageMessage),
})

/** POST /api/certificate/document. */
export const ownDocumentRequest = z.object({
  document: z.enum(ownDocuments, chooseDocument),
  language,
})
