import { useQuery } from '@tanstack/react-query'
import CheckCheck from 'lucide-react/icons/check-check'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { Page } from '#platform/web/layout/Page.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { formatCount } from '#shared/sentences.ts'
import type { StatementReview } from '../answers.ts'
import { ConfirmSureDialog } from './ConfirmSureDialog.tsx'
import { statementReview, useDeleteStatement } from './calls.ts'
import type { OpenDialog } from './LineDialog.tsx'
import { StatementLines } from './StatementLines.tsx'
import { statementsPath } from './statement-names.ts'

/** The credits of a statement with their proposals, to confirm one by one, or all sure ones at once. */
export function StatementReviewPage({ id }: { id: string }) {
  const review = useQuery(statementReview(id))
  const [open, setOpen] = useState<OpenDialog>()
  const [emailsReceipts, setEmailsReceipts] = useState(true)
  const { data } = review
  return (
    <Page
      title="Bank statement"
      back={{ href: statementsPath, label: 'All statements' }}
      actions={
        <ReviewActions
          review={data}
          onDelete={() => setOpen('delete')}
          onConfirmSure={() => setOpen('confirm-sure')}
        />
      }
    >
      {review.isPending ? (
        <SkeletonRows label="Loading the bank statement" />
      ) : review.isError && !data ? (
        <LoadFailed isWhole title="Couldn't load the bank statement" query={review} />
      ) : (
        data && (
          <StatementLines
            id={id}
            review={data}
            emailsReceipts={emailsReceipts}
            onEmailsReceipts={setEmailsReceipts}
            open={open}
            onOpen={setOpen}
          />
        )
      )}
      {data && open === 'confirm-sure' && (
        <ConfirmSureDialog
          review={data}
          emailsReceipts={emailsReceipts}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'delete' && <DeleteStatementDialog id={id} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

interface ReviewActionsProps {
  review: StatementReview | undefined
  onDelete: () => void
  onConfirmSure: () => void
}

/** On a phone, every action but the confirmation is in a menu. */
function ReviewActions({ review, onDelete, onConfirmSure }: ReviewActionsProps) {
  const isPhone = useIsPhone()
  const counts = review?.statement.counts
  const canDelete = counts && counts.confirmed + counts.recorded === 0
  return (
    <>
      {canDelete &&
        (isPhone ? (
          <MenuButton place="head" groups={[[{ label: 'Delete', onSelect: onDelete }]]} />
        ) : (
          <Button variant="quiet" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
            Delete
          </Button>
        ))}
      {review && (
        <Button
          variant="primary"
          icon={!isPhone && <CheckCheck aria-hidden="true" />}
          disabled={review.sure.count === 0}
          onClick={onConfirmSure}
        >
          <span>
            Confirm <span className="max-sm:sr-only">all sure ones</span>{' '}
            {`(${formatCount(review.sure.count)})`}
          </span>
        </Button>
      )}
    </>
  )
}

function DeleteStatementDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [, navigate] = useLocation()
  const remove = useDeleteStatement(() => navigate(statementsPath))
  return (
    <ConfirmDialog
      open
      title="Delete this bank statement?"
      confirmLabel="Delete"
      destructive
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>Its lines are deleted. Import the file again to bring them back.</p>
    </ConfirmDialog>
  )
}
