import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BulkPreviewList } from '#features/members/web/components/BulkPreviewList.tsx'
import type { SelectedMembers } from '#features/members/web/components/member-actions.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { countOf, formatCount } from '#shared/sentences.ts'
import { type PrintedDocument, printedDocuments } from '../../contract.ts'
import { printPreview, usePrint } from '../calls.ts'
import { DocumentLanguageField } from './DocumentLanguageField.tsx'

const documents: Record<PrintedDocument, string> = {
  certificate: 'Certificates (A4, landscape)',
  'card-sheet': 'Cards, 10 on an A4 sheet',
  card: 'Cards for a card printer (85.6 × 54 mm)',
  'labels-24': 'Address labels, 3 × 8 (63.5 × 33.9 mm)',
  'labels-14': 'Address labels, 2 × 7 (99.1 × 38.1 mm)',
}

const isLabels = (document: PrintedDocument) => document.startsWith('labels-')

/** Issues certificates to the selected members and prints certificates, cards or labels in one PDF. */
export function PrintCertificatesDialog({
  selection: selected,
  onClose,
}: {
  selection: SelectedMembers
  onClose: (isDone: boolean) => void
}) {
  // The selection at opening: the list behind the dialog may change.
  const [selection] = useState(selected)
  const [document, setDocument] = useState<PrintedDocument>('certificate')
  const [reissue, setReissue] = useState(false)
  const [language, setLanguage] = useState<DocumentLanguage>()
  const preview = useQuery(printPreview(selection, document))
  const { mutate, isPending, progress } = usePrint()
  const affected = preview.data?.affected ?? 0
  const isReissue = reissue && !isLabels(document)
  const print = () =>
    mutate(
      {
        selection: { ...selection, token: preview.data?.token },
        document,
        language,
        reissue: isReissue,
      },
      // The set may have changed since the preview.
      { onSuccess: () => onClose(true), onError: () => void preview.refetch() },
    )
  return (
    <Dialog
      open
      onClose={isPending ? () => {} : () => onClose(false)}
      title="Print certificates"
      description="One PDF, sorted by PIN code. Certificates are issued to members who have none."
      dirty={isPending}
      closesOnBack={!isPending}
      footer={
        <>
          <Button variant="quiet" disabled={isPending} onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button variant="primary" pending={isPending} disabled={affected === 0} onClick={print}>
            {isPending && progress
              ? `${formatCount(progress.done)} of ${formatCount(progress.of)}`
              : `Print ${formatCount(affected)}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SelectField
          label="Document"
          options={optionsOf(documents)}
          value={document}
          disabled={isPending}
          onChange={({ target }) =>
            setDocument(printedDocuments.find((name) => name === target.value) ?? document)
          }
        />
        {!isLabels(document) && (
          <DocumentLanguageField value={language} disabled={isPending} onChange={setLanguage} />
        )}
        {!isLabels(document) && (
          <CheckboxField
            label="Reissue existing certificates"
            hint="The old ones are revoked: their QR codes show “Revoked” from now on."
            checked={reissue}
            disabled={isPending}
            onChange={({ target }) => setReissue(target.checked)}
          />
        )}
        {preview.isPending ? (
          <SkeletonRows rows={3} label="Loading the members" />
        ) : preview.isError ? (
          <LoadFailed title="Couldn't load the preview" query={preview} />
        ) : (
          <>
            {preview.data.missing > 0 && (
              <p className="text-sm text-ink-soft">
                {countOf(preview.data.missing, 'new certificate', 'new certificates')} will be
                issued.
              </p>
            )}
            <BulkPreviewList preview={preview.data} title="Will be printed" />
          </>
        )}
      </div>
    </Dialog>
  )
}
