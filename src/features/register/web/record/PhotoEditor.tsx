import { useState } from 'react'
import type { Member } from '#features/members/answers.ts'
import { MemberPhoto } from '#features/members/web/components/MemberPhoto.tsx'
import { CropField } from '#platform/web/uploads/CropField.tsx'
import { type Crop, initialCrop } from '#platform/web/uploads/crop.ts'
import { FileField } from '#platform/web/uploads/FileField.tsx'
import { checkFileType } from '#platform/web/uploads/file-type.ts'
import { maxBytes, tooLargeMessage, wrongTypeMessage } from '#shared/file-kinds.ts'

/** Shows the photo of a member and accepts a new one: JPG, PNG or GIF under 4MB, cropped to a square. */
export function PhotoEditor({
  member,
  crop,
  onCrop,
}: {
  member: Member
  crop: Crop | undefined
  onCrop: (crop: Crop | undefined) => void
}) {
  const [error, setError] = useState<string>()
  const [file, setFile] = useState<File>()

  async function selectFile(selected: File | undefined) {
    setFile(selected)
    setError(undefined)
    onCrop(undefined)
    if (!selected) return
    if (selected.size >= maxBytes('memberPhoto')) return setError(tooLargeMessage('memberPhoto'))
    const checked = await checkFileType('memberPhoto', selected)
    if ('error' in checked) return setError(checked.error)
    const next = await initialCrop(selected)
    setError(next ? undefined : wrongTypeMessage('memberPhoto'))
    onCrop(next)
  }

  return (
    <div className="flex flex-wrap items-start gap-4">
      {crop ? (
        <CropField crop={crop} onChange={onCrop} />
      ) : (
        // Beside the middle of the field, which has a label above it.
        <span className="mt-8.5">
          <MemberPhoto member={member} size="md" />
        </span>
      )}
      <FileField
        label="Photo"
        hint="JPG, PNG or GIF, less than 4MB."
        optional
        className="min-w-0 flex-1 basis-56"
        accept="image/jpeg,image/png,image/gif,.jpg,.jpeg,.png,.gif"
        error={error}
        file={file}
        onChange={(selected) => void selectFile(selected)}
      />
    </div>
  )
}
