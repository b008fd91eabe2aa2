import { useQuery } from '@tanstack/react-query'
import Award from 'lucide-react/icons/award'
import IdCard from 'lucide-react/icons/id-card'
import { useState } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { DescriptionItem } from '#platform/web/ui/DescriptionItem.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { numericDate } from '#shared/dates.ts'
import type { OwnCertificate } from '../../answers.ts'
import { ownCertificate, useOwnDocument } from '../calls.ts'
import { DocumentLanguageField } from './DocumentLanguageField.tsx'

const explanations: Record<OwnCertificate['status'], string> = {
  ready: 'Anyone can scan the QR code to check that your membership is valid.',
  'not-valid': 'You can download them while your membership is valid.',
  revoked: 'Your certificate has been revoked. Please contact the association.',
}

/** The member's own certificate and wallet card. */
export function OwnCertificateCard() {
  const query = useQuery(ownCertificate)
  return (
    <Card title="Certificate and card">
      {query.isPending ? (
        <SkeletonRows rows={2} label="Loading your certificate" />
      ) : query.isError ? (
        <LoadFailed title="Couldn't load your certificate" query={query} />
      ) : (
        <Downloads certificate={query.data} />
      )}
    </Card>
  )
}

function Downloads({
  certificate: { status, number, valid_until },
}: {
  certificate: OwnCertificate
}) {
  const download = useOwnDocument()
  const [language, setLanguage] = useState<DocumentLanguage>()
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-soft">{explanations[status]}</p>
      {status === 'ready' && (
        <>
          <dl className="grid grid-pairs gap-4">
            {number && <DescriptionItem name="Certificate No.">{number}</DescriptionItem>}
            {valid_until && (
              <DescriptionItem name="Valid until">{numericDate(valid_until)}</DescriptionItem>
            )}
          </dl>
          <DocumentLanguageField value={language} onChange={setLanguage} />
          <div className="grid gap-2 sm:max-xl:flex 2xl:flex">
            <Button
              icon={<Award aria-hidden="true" />}
              pending={download.isPending && download.variables.document === 'certificate'}
              disabled={download.isPending}
              onClick={() => download.mutate({ document: 'certificate', language })}
            >
              Download certificate
            </Button>
            <Button
              icon={<IdCard aria-hidden="true" />}
              pending={download.isPending && download.variables.document === 'card'}
              disabled={download.isPending}
              onClick={() => download.mutate({ document: 'card', language })}
            >
              Download card
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
