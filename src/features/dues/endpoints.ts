import type { duesPaymentPreviewAnswer } from '#features/ledger/answers.ts'
import type { chequeClearing, chequeReturn } from '#features/ledger/contract.ts'
import { memberAndPaymentTags } from '#features/ledger/endpoints.ts'
import { endpoint } from '#shared/endpoint.ts'
import type {
  accountChangeAnswer,
  duesRateAnswer,
  duesRatesAnswer,
  duesRunAnswer,
  duesRunPreviewAnswer,
  duesRunsAnswer,
  memberAccountAnswer,
  noticesAnswer,
  removedChequeAnswer,
  reversalPreviewAnswer,
  yearFeesAnswer,
} from './answers.ts'
import type {
  creditRefund,
  creditRefundPreview,
  duesPayment,
  duesPaymentPreview,
  duesRateEdit,
  duesRunPreview,
  duesRunRequest,
  duesWaiver,
  duesWaiverPreview,
  entryCancellation,
  entryCancellationPreview,
  newCharge,
  ownFeeEdit,
  ownFeeRemoval,
  paymentCorrection,
  taxCertificate,
  taxDeduction,
  taxDeductionPreview,
} from './contract.ts'

export const getDuesRates = endpoint<{ answer: typeof duesRatesAnswer }>()(
  'GET /api/admin/dues/rates',
  { tags: ['dues-rates'] },
)

/** What a member of each type pays for the financial year of today. */
export const getYearFees = endpoint<{ answer: typeof yearFeesAnswer }>()(
  'GET /api/admin/dues/fees',
  { tags: ['dues-rates', 'settings'] },
)

export const putDuesRate = endpoint<{ body: typeof duesRateEdit; answer: typeof duesRateAnswer }>()(
  'PUT /api/admin/dues/rates',
  { stale: ['dues-rates'] },
)

export const postDuesRunPreview = endpoint<{
  body: typeof duesRunPreview
  answer: typeof duesRunPreviewAnswer
}>()('POST /api/admin/dues/runs/preview')

export const postDuesRun = endpoint<{
  body: typeof duesRunRequest
  answer: typeof duesRunAnswer
}>()('POST /api/admin/dues/runs', { stale: [...memberAndPaymentTags, 'dues-runs'] })

export const getDuesRuns = endpoint<{ answer: typeof duesRunsAnswer }>()(
  'GET /api/admin/dues/runs',
  { tags: ['dues-runs'] },
)

export const postDuesRunUndo = endpoint<{ answer: typeof duesRunAnswer }>()(
  'POST /api/admin/dues/runs/:id/undo',
  { stale: [...memberAndPaymentTags, 'dues-runs'] },
)

export const getMemberAccount = endpoint<{ answer: typeof memberAccountAnswer }>()(
  'GET /api/admin/members/:id/account',
  { tags: ['payments'] },
)

export const postDuesPaymentPreview = endpoint<{
  body: typeof duesPaymentPreview
  answer: typeof duesPaymentPreviewAnswer
}>()('POST /api/admin/members/:id/dues-payments/preview')

export const postDuesPayment = endpoint<{
  body: typeof duesPayment
  answer: typeof accountChangeAnswer
}>()('POST /api/admin/members/:id/dues-payments', { stale: memberAndPaymentTags })

export const postWaiverPreview = endpoint<{
  body: typeof duesWaiverPreview
  answer: typeof noticesAnswer
}>()('POST /api/admin/members/:id/waivers/preview')

export const postWaiver = endpoint<{
  body: typeof duesWaiver
  answer: typeof accountChangeAnswer
}>()('POST /api/admin/members/:id/waivers', { stale: memberAndPaymentTags })

export const postEntryCancellationPreview = endpoint<{
  body: typeof entryCancellationPreview
  answer: typeof reversalPreviewAnswer
}>()('POST /api/admin/members/:id/account/:entryId/cancel/preview')

/** Replaces a payment that was recorded today by one with other values. */
export const postCorrection = endpoint<{
  body: typeof paymentCorrection
  answer: typeof accountChangeAnswer
}>()('POST /api/admin/members/:id/account/:entryId/correct', { stale: memberAndPaymentTags })

/** Reverses a payment, or cancels a waiver or a charge. */
export const postEntryCancellation = endpoint<{
  body: typeof entryCancellation
  answer: typeof accountChangeAnswer
}>()('POST /api/admin/members/:id/account/:entryId/cancel', { stale: memberAndPaymentTags })

const chequeTags = [...memberAndPaymentTags, 'cheques']

export const postChequeClearing = endpoint<{
  body: typeof chequeClearing
  answer: typeof accountChangeAnswer
}>()('POST /api/admin/members/:id/cheques/:chequeId/clear', { stale: chequeTags })

export const postChequeReturn = endpoint<{
  body: typeof chequeReturn
  answer: typeof memberAccountAnswer
}>()('POST /api/admin/members/:id/cheques/:chequeId/return', { stale: chequeTags })

export const deleteHeldCheque = endpoint<{ answer: typeof removedChequeAnswer }>()(
  'DELETE /api/admin/members/:id/cheques/:chequeId',
  { stale: ['cheques', 'history'] },
)

export const postOwnFee = endpoint<{
  body: typeof ownFeeEdit
  answer: typeof memberAccountAnswer
}>()('POST /api/admin/members/:id/own-fee', { stale: memberAndPaymentTags })

export const postOwnFeeRemoval = endpoint<{
  body: typeof ownFeeRemoval
  answer: typeof memberAccountAnswer
}>()('POST /api/admin/members/:id/own-fee/remove', { stale: memberAndPaymentTags })

/** Adds a charge other than dues. */
export const postCharge = endpoint<{
  body: typeof newCharge
  answer: typeof accountChangeAnswer
}>()('POST /api/admin/members/:id/charges', { stale: memberAndPaymentTags })

export const postRefundPreview = endpoint<{
  body: typeof creditRefundPreview
  answer: typeof noticesAnswer
}>()('POST /api/admin/members/:id/refunds/preview')

/** Pays back credit. */
export const postRefund = endpoint<{
  body: typeof creditRefund
  answer: typeof accountChangeAnswer
}>()('POST /api/admin/members/:id/refunds', { stale: memberAndPaymentTags })

export const postTaxDeductionPreview = endpoint<{
  body: typeof taxDeductionPreview
  answer: typeof duesPaymentPreviewAnswer
}>()('POST /api/admin/members/:id/tds/preview')

/** Records tax that the member deducted. */
export const postTaxDeduction = endpoint<{
  body: typeof taxDeduction
  answer: typeof accountChangeAnswer
}>()('POST /api/admin/members/:id/tds', { stale: memberAndPaymentTags })

/** Adds the certificate of tax that was recorded before. */
export const postTaxCertificate = endpoint<{
  body: typeof taxCertificate
  answer: typeof accountChangeAnswer
}>()('POST /api/admin/members/:id/account/:entryId/certificate', { stale: memberAndPaymentTags })
