import { useState } from 'react'
import { CropField } from '#platform/web/uploads/CropField.tsx'
import { type Crop, initialCrop } from '#platform/web/uploads/crop.ts'
import { FileField } from '#platform/web/uploads/FileField.tsx'
import { maxBytes, tooLargeMessage, wrongTypeMessage } from '#shared/file-kinds.ts'
import type { Member } from '../../contract.ts'
import { MemberPhoto } from '../components/MemberPhoto.tsx'

/** The photo of a member and the way to another: under 4MB, JPG, PNG or GIF, a square of it. */
export function PhotoEditor({
  member,
  crop,
  onCrop,
}: {
  member: Member
  crop: Crop | undefined
  onCrop: (crop: Crop | undefined) => void
}) {
  const [problem, setProblem] = useState<string>()

  async function choose(file: File | undefined) {
    if (!file) return
    onCrop(undefined)
    if (file.size >= maxBytes('memberPhoto')) return setProblem(tooLargeMessage('memberPhoto'))
    const read = /^image\/(jpeg|png|gif)$/.test(file.type) ? await initialCrop(file) : undefined
    setProblem(read ? undefined : wrongTypeMessage('memberPhoto'))
    onCrop(read)
  }

  return (
    <div className="flex flex-wrap items-start gap-4">
      {crop ? <CropField crop={crop} onChange={onCrop} /> : <MemberPhoto member={member} />}
      <FileField
        label="Photo"
        hint="JPG, PNG or GIF, less than 4MB."
        optional
        className="min-w-0 flex-1 basis-56"
        accept="image/jpeg,image/png,image/gif,.jpg,.jpeg,.png,.gif"
        error={problem}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
    </div>
  )
}
