import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { getBulkProgress } from '#features/members/endpoints.ts'
import type { SelectedMembers } from '#features/members/web/components/member-actions.ts'
import { queryOf, refresh, send, sendRaw } from '#platform/web/api/client.ts'
import { newIdempotencyKey } from '#platform/web/api/idempotency-key.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import type { ownDocumentRequest, PrintedDocument, sampleRequest } from '../contract.ts'
import * as endpoints from '../endpoints.ts'

/** Asks whether a certificate is valid, again each time the page opens. */
export const verification = (code: string) => ({
  ...queryOf(endpoints.getVerification, { code }),
  refetchOnMount: 'always' as const,
  gcTime: 0,
})

/** The certificate of the signed-in member. */
export const ownCertificate = {
  ...queryOf(endpoints.getOwnCertificate, {}),
  refetchOnMount: 'always' as const,
}

const pdf = 'application/pdf'

export const useOwnDocument = () =>
  useDownload(
    (body: z.input<typeof ownDocumentRequest>) => sendRaw(endpoints.postOwnDocument, { body }),
    { fallbackName: 'certificate.pdf', type: pdf, failure: "Couldn't make the PDF" },
  )

/** The certificates of a member, for administrators. */
export const certificatesOf = (id: string) => queryOf(endpoints.getMemberCertificates, { id })

export const useRevoke = ({ onSuccess }: { onSuccess: () => void }) =>
  useSave(endpoints.postRevocation, {
    success: 'Certificate revoked',
    failure: 'Failed to revoke the certificate',
    onSuccess,
    awaitsRefresh: true,
  })

/** Whom a print includes now. */
export const printPreview = (selection: SelectedMembers, document: PrintedDocument) =>
  queryOptions({
    queryKey: [endpoints.postCertificatesPreview.path, selection, document] as const,
    queryFn: ({ signal }) =>
      send(endpoints.postCertificatesPreview, { body: { selection, document } }, { signal }),
    gcTime: 0,
  })

interface PrintInput {
  selection: SelectedMembers
  document: PrintedDocument
  language: DocumentLanguage | undefined
  reissue: boolean
}

/** Issues the missing certificates, then downloads the PDF; `progress` is of what runs at the moment. */
export function usePrint() {
  const [key] = useState(newIdempotencyKey)
  const download = useDownload(
    async ({ selection, document, language, reissue }: PrintInput) => {
      if (!document.startsWith('labels-')) {
        await send(endpoints.postCertificates, { body: { selection, reissue, key } })
        void refresh(endpoints.postCertificates)
      }
      return sendRaw(endpoints.postPrint, { body: { selection, document, language, key } })
    },
    { fallbackName: 'certificates.pdf', type: pdf, failure: "Couldn't make the PDF" },
  )
  const { data } = useQuery({
    ...queryOf(getBulkProgress, { query: { key } }),
    enabled: download.isPending,
    refetchInterval: 500,
  })
  return { ...download, progress: data }
}

/** Downloads a certificate or card with example values. */
export const useSample = () =>
  useDownload((body: z.input<typeof sampleRequest>) => sendRaw(endpoints.postSample, { body }), {
    fallbackName: 'sample.pdf',
    type: pdf,
    failure: "Couldn't make the PDF",
  })
