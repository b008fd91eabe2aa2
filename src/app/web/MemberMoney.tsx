import { MemberCertificates } from '#features/certificates/web/components/MemberCertificates.tsx'
import { MemberAccount } from '#features/dues/web/components/MemberAccount.tsx'
import { MemberPayments } from '#features/ledger/web/MemberPayments.tsx'
import type { Member } from '#features/members/answers.ts'

/** What a member owes and has paid, and the certificates, in the details of the member. */
export const MemberMoney = ({ member }: { member: Member }) => (
  <div className="grid grid-cols-1 gap-5">
    <MemberAccount member={member} />
    <MemberPayments member={member} />
    <MemberCertificates member={member} />
  </div>
)
