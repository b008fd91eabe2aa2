import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { withFullStop } from '#shared/sentences.ts'
import { IconButton } from '../ui/Button.tsx'
import { Spinner } from '../ui/loading/Spinner.tsx'
import { formatFileSize } from './file-size.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { removeUpload, retryUpload, type Upload, type UploadQueue } from './upload-queue.ts'

interface UploadProps {
  uploads: UploadQueue
  upload: Upload
}

/** A selected file with its preview and progress, in one line. */
export const UploadRow = ({ uploads, upload }: UploadProps) => (
  <li data-upload={upload.state} className="flex min-w-0 items-center gap-3">
    <UploadThumbnail upload={upload} className="size-11 shrink-0" />
    <div className="grid min-w-0 flex-1 gap-0.5">
      <FileName upload={upload} />
    </div>
    <RetryButton uploads={uploads} upload={upload} />
  </li>
)

/** A selected file as a picture among others. */
export const UploadTile = ({ uploads, upload }: UploadProps) => (
  <li data-upload={upload.state} className="grid min-w-0 content-start gap-1">
    <div className="relative">
      <UploadThumbnail upload={upload} className="aspect-3/2 w-full" />
      <div className="absolute top-1 right-1 flex gap-1">
        <RetryButton uploads={uploads} upload={upload} />
        <RemoveButton uploads={uploads} upload={upload} variant="secondary" />
      </div>
    </div>
    <FileName upload={upload} />
  </li>
)

function FileName({ upload }: { upload: Upload }) {
  const { name, state, progress } = upload
  return (
    <>
      <p title={name} className="truncate text-sm font-medium">
        {name}
      </p>
      <UploadStatus upload={upload} />
      {state === 'sending' && (
        <progress
          value={progress}
          max={1}
          aria-label={`Upload of ${name}`}
          className="h-1 w-full appearance-none overflow-hidden rounded-sm bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        />
      )}
    </>
  )
}

function RetryButton({ uploads, upload: { id, name, state } }: UploadProps) {
  if (state !== 'paused' && state !== 'failed') return null
  return (
    <IconButton label={`Try again: ${name}`} onClick={() => retryUpload(uploads, id)}>
      <RotateCw aria-hidden="true" />
    </IconButton>
  )
}

export function RemoveButton({
  uploads,
  upload: { id, name, state },
  variant,
}: UploadProps & { variant?: 'secondary' }) {
  const isSettled = state === 'done' || state === 'refused'
  return (
    <IconButton
      label={`${isSettled ? 'Remove' : 'Cancel'} ${name}`}
      variant={variant}
      onClick={(event) => {
        focusFileInput(event.currentTarget)
        removeUpload(uploads, id)
      }}
    >
      <X aria-hidden="true" />
    </IconButton>
  )
}

/** Moves the focus to the field, because removing the file removes the focused button. */
const focusFileInput = (button: HTMLElement) =>
  button
    .closest('[data-upload-field]')
    ?.querySelector<HTMLElement>('input[type="file"]:enabled')
    ?.focus()

const UploadThumbnail = ({
  upload: { preview, state },
  className,
}: {
  upload: Upload
  className: string
}) => <Thumbnail address={preview} icon={stateIcons[state]} className={className} />

/** In place of the picture, in the states that have an icon of their own. */
const stateIcons: Partial<Record<Upload['state'], ReactNode>> = {
  preparing: <Spinner />,
  refused: <CircleAlert aria-hidden="true" className="size-5 text-danger-text" />,
}

function UploadStatus({ upload: { size, state, progress, error } }: { upload: Upload }) {
  const fileSize = formatFileSize(size)
  switch (state) {
    case 'preparing':
      return <p className="text-xs text-ink-faint">Preparing…</p>
    case 'waiting':
      return <p className="text-xs text-ink-faint">{`Queued · ${fileSize}`}</p>
    case 'sending':
      return (
        <p className="text-xs text-ink-faint tabular-nums">
          {progress < 1 ? `${Math.floor(progress * 100)} % of ${fileSize}` : 'Checking…'}
        </p>
      )
    case 'done':
      return (
        <p className="flex items-center gap-1 text-xs text-ink-faint">
          <CircleCheck aria-hidden="true" className="size-3.5 text-success-text" />
          <span>Uploaded · {fileSize}</span>
        </p>
      )
    case 'paused':
      return (
        <p className="text-xs text-warning-text">
          {`${withFullStop(error ?? '')} Upload will resume automatically.`}
        </p>
      )
    default:
      return <p className="text-xs font-medium text-danger-text">{error}</p>
  }
}
