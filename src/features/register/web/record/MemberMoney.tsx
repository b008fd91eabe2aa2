import { useState } from 'react'
import { MemberCertificates } from '#features/certificates/web/components/MemberCertificates.tsx'
import { CertificateDialog } from '#features/dues/web/components/account/CertificateDialog.tsx'
import { MemberAccount } from '#features/dues/web/components/account/MemberAccount.tsx'
import { CorrectDialog } from '#features/dues/web/components/payments/CorrectDialog.tsx'
import { ReverseDialog } from '#features/dues/web/components/payments/ReverseDialog.tsx'
import type { LedgerEntry } from '#features/ledger/answers.ts'
import type { ReversalReason } from '#features/ledger/contract.ts'
import { MemberPayments } from '#features/ledger/web/components/MemberPayments.tsx'
import type { Member } from '#features/members/answers.ts'

/** What a member owes and has paid, and the certificates, in the member's details. */
export function MemberMoney({ member }: { member: Member }) {
  const [reversed, setReversed] = useState<{ entry: LedgerEntry; reason?: ReversalReason }>()
  const [corrected, setCorrected] = useState<LedgerEntry>()
  return (
    <div className="grid grid-cols-1 gap-5">
      <MemberAccount member={member} />
      <MemberPayments
        member={member}
        onReverse={(entry, reason) => setReversed({ entry, ...(reason && { reason }) })}
        onCorrect={setCorrected}
      />
      <MemberCertificates member={member} />
      {reversed && (
        <ReverseDialog member={member} {...reversed} onClose={() => setReversed(undefined)} />
      )}
      {corrected &&
        (corrected.kind === 'tds' ? (
          <CertificateDialog
            member={member}
            entry={corrected}
            onClose={() => setCorrected(undefined)}
          />
        ) : (
          <CorrectDialog
            member={member}
            entry={corrected}
            onClose={() => setCorrected(undefined)}
          />
        ))}
    </div>
  )
}
