import { queryOf, sendRaw } from '#platform/web/api/client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import * as endpoints from '../endpoints.ts'

/** What a certificate is worth now: asked for anew each time the page opens. */
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
    (document: 'certificate' | 'card') =>
      sendRaw(endpoints.postOwnDocument, { body: { document } }),
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
