import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { IconButton } from '#platform/web/ui/Button.tsx'
import { UploadField } from '#platform/web/uploads/UploadField.tsx'
import { type UploadQueue, useUploads } from '#platform/web/uploads/upload-queue.ts'
import { fileKinds } from '#shared/file-kinds.ts'
import type { MemberRole } from '#shared/roles.ts'
import { type PaperKind, paperKinds, tooManyFiles, uploadFields } from '../../papers.ts'
import type { PaperUrls } from '../../rules.ts'
import { Section } from './detail-fields.tsx'
import { fieldLabels } from './fields.ts'
import { partTitles } from './parts.ts'

interface UploadFieldsProps {
  type: MemberRole
  uploads: UploadQueue
  /** Papers the association has already; they stay unless they are replaced or removed. */
  storedPapers: PaperUrls
  onStoredPapersChange: (storedPapers: PaperUrls) => void
  /** The error of each field. */
  errors: Partial<Record<PaperKind, string>>
  onTouched: (kind: PaperKind) => void
}

const hints: Record<PaperKind, string> = {
  memberPhoto: 'A photo of you: JPG, PNG or GIF',
  incorporationCertificate: 'PDF, JPG or PNG, up to 10 MB',
  companyPanCard: 'PDF, JPG or PNG, up to 10 MB. Stored encrypted.',
  factoryMachineryPhotos: `JPG or PNG, up to ${fileKinds.factoryMachineryPhotos.maxCount} photos`,
  businessCard: 'PDF, JPG or PNG, up to 10 MB',
}

export function UploadFields({
  type,
  uploads,
  storedPapers,
  onStoredPapersChange,
  errors,
  onTouched,
}: UploadFieldsProps) {
  const fields: Partial<Record<PaperKind, string | undefined>> = uploadFields[type]
  return (
    <Section
      title={partTitles.papers}
      description="Files upload immediately; large photos are resized."
    >
      <div className="grid items-start gap-4">
        {paperKinds
          .filter((kind) => kind in fields)
          .map((kind) => (
            <UploadField
              key={kind}
              kind={kind}
              uploads={uploads}
              label={fieldLabels[kind]}
              hint={hints[kind]}
              optional={fields[kind] === undefined}
              error={errors[kind]}
              tooManyMessage={tooManyFiles(kind)}
              existingCount={storedPapers[kind]?.length}
              onTouched={() => onTouched(kind)}
            >
              <StoredPaperList
                kind={kind}
                uploads={uploads}
                storedPapers={storedPapers}
                onStoredPapersChange={onStoredPapersChange}
              />
            </UploadField>
          ))}
      </div>
    </Section>
  )
}

/** The papers of one kind that the association has already. */
function StoredPaperList({
  kind,
  uploads,
  storedPapers,
  onStoredPapersChange,
}: Pick<UploadFieldsProps, 'uploads' | 'storedPapers' | 'onStoredPapersChange'> & {
  kind: PaperKind
}) {
  const isReplaced = useUploads(uploads).some((upload) => upload.kind === kind && upload.url)
  const addresses = storedPapers[kind] ?? []
  const isSingle = fileKinds[kind].maxCount === 1
  if (addresses.length === 0) return null
  return (
    <ul className="mt-1 grid gap-1">
      {addresses.map((address, index) => (
        <li
          key={address}
          className="flex min-h-9 items-center gap-2 text-sm text-ink-soft touch:min-h-11"
        >
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success-text" />
          <span className="flex-1">{storedLabel(isSingle, isReplaced, index + 1)}</span>
          {!isSingle && (
            <IconButton
              label={`Remove photo ${index + 1}`}
              onClick={() =>
                onStoredPapersChange({
                  ...storedPapers,
                  [kind]: addresses.filter((other) => other !== address),
                })
              }
            >
              <X aria-hidden="true" />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function storedLabel(isSingle: boolean, isReplaced: boolean, number: number): string {
  if (!isSingle) return `Photo ${number}: already uploaded`
  return isReplaced ? 'Replaces the file you uploaded before' : 'Already uploaded'
}
