import { ImportDialog } from '#features/imports/web/components/ImportDialog.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { nextStep } from './invite-step.tsx'

/** The importer; after an import it offers to invite the members. */
export const ImportMembersDialog = (props: {
  type?: MemberRole | undefined
  title?: string | undefined
  onClose: () => void
}) => <ImportDialog {...props} nextStep={nextStep} />
