import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import type { Member } from '#features/members/answers.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import type { Tone } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { numericDate } from '#shared/dates.ts'
import { withFullStop } from '#shared/sentences.ts'
import type { Certificate } from '../../answers.ts'
import type { CertificateStatus } from '../../rules.ts'
import { certificatesOf, useRevoke } from '../calls.ts'
import { PrintCertificatesDialog } from './PrintCertificatesDialog.tsx'

const labels: Record<CertificateStatus, [label: string, tone: Tone]> = {
  valid: ['Valid', 'success'],
  expired: ['Expired', 'warning'],
  revoked: ['Revoked', 'danger'],
}

/** The certificates of a member in Member Details: print, reissue, revoke. */
export function MemberCertificates({ member: { id } }: { member: Pick<Member, 'id'> }) {
  const query = useQuery(certificatesOf(id))
  const [revoked, setRevoked] = useState<Certificate>()
  const [isPrinting, setPrinting] = useState(false)
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base">Certificate</h3>
        <Button size="sm" icon={<Printer aria-hidden="true" />} onClick={() => setPrinting(true)}>
          Print certificate
        </Button>
      </div>
      {query.isPending ? (
        <SkeletonRows rows={1} label="Loading the certificates" />
      ) : query.isError ? (
        <LoadFailed title="Couldn't load the certificates" query={query} />
      ) : query.data.length === 0 ? (
        <p className="text-sm text-ink-soft">No certificate yet.</p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {query.data.map((certificate) => (
            <Row key={certificate.id} certificate={certificate} onRevoke={setRevoked} />
          ))}
        </ul>
      )}
      {isPrinting && (
        <PrintCertificatesDialog selection={{ ids: [id] }} onClose={() => setPrinting(false)} />
      )}
      {revoked && <RevokeDialog certificate={revoked} onClose={() => setRevoked(undefined)} />}
    </section>
  )
}

function Row({
  certificate,
  onRevoke,
}: {
  certificate: Certificate
  onRevoke: (certificate: Certificate) => void
}) {
  const { number, status, issued_at, revoked_at, revoked_reason } = certificate
  const [label, tone] = labels[status]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
      <span className="font-medium tabular-nums">{number}</span>
      <State tone={tone}>{label}</State>
      <span className="text-ink-soft">Issued on {numericDate(issued_at)}</span>
      {revoked_at ? (
        <span className="text-ink-soft">
          Revoked on {numericDate(revoked_at)}: {withFullStop(revoked_reason ?? '')}
        </span>
      ) : (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Revoke ${number}`}
          onClick={() => onRevoke(certificate)}
        >
          Revoke
        </Button>
      )}
    </li>
  )
}

function RevokeDialog({
  certificate: { id, number },
  onClose,
}: {
  certificate: Certificate
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useRevoke({ onSuccess: onClose })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Revoke ${number}?`}
      description="Its QR code shows “Revoked” from now on. This cannot be undone; you can issue a new certificate."
      dirty={reason !== ''}
      footer={
        <>
          <Button variant="quiet" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="destructive"
            pending={isPending}
            disabled={reason.trim() === ''}
            onClick={() => mutate({ id, body: { reason } })}
          >
            Revoke certificate
          </Button>
        </>
      }
    >
      <TextField
        label="Reason"
        hint="Administrators see it in Member Details."
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  )
}
