import { CircleAlert, CircleCheck, FileText, RotateCw, X } from 'lucide-react'
import { withFullStop } from '#shared/sentences.ts'
import { IconButton } from '../ui/Button.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { removeUpload, retryUpload, type Upload, type UploadQueue } from './upload-queue.ts'

/** A selected file with its preview, progress and buttons. */
export function UploadRow({ uploads, upload }: { uploads: UploadQueue; upload: Upload }) {
  const { id, name, state, progress } = upload
  const canRetry = state === 'paused' || state === 'failed'
  const isSettled = state === 'done' || state === 'refused'
  return (
    <li
      data-upload={state}
      className="flex items-center gap-1 rounded-md border border-line bg-page py-1.5 pr-1 pl-2"
    >
      <Thumbnail upload={upload} />
      <div className="ml-2 grid min-w-0 flex-1 gap-0.5">
        <p title={name} className="truncate text-sm font-medium">
          {name}
        </p>
        <UploadStatus upload={upload} />
        {state === 'sending' && (
          <progress
            value={progress}
            max={1}
            aria-label={`Upload of ${name}`}
            className="h-1.5 w-full appearance-none overflow-hidden rounded-sm bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
          />
        )}
      </div>
      {canRetry && (
        <IconButton label={`Try again: ${name}`} onClick={() => retryUpload(uploads, id)}>
          <RotateCw aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        label={`${isSettled ? 'Remove' : 'Cancel'} ${name}`}
        onClick={(event) => {
          focusFileInput(event.currentTarget)
          removeUpload(uploads, id)
        }}
      >
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** Moves the focus to the field, because removing the row removes the focused button. */
function focusFileInput(button: HTMLElement) {
  const list = button.closest('ul')
  list?.parentElement?.querySelector<HTMLElement>('input[type="file"]')?.focus()
}

function Thumbnail({ upload: { preview, state } }: { upload: Upload }) {
  if (preview !== undefined)
    return (
      <img src={preview} alt="" className="size-11 shrink-0 rounded-sm bg-sunken object-cover" />
    )
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-sm bg-sunken text-ink-soft">
      {state === 'preparing' ? (
        <Spinner />
      ) : state === 'refused' ? (
        <CircleAlert aria-hidden="true" className="size-5 text-danger-text" />
      ) : (
        <FileText aria-hidden="true" className="size-5" />
      )}
    </span>
  )
}

/** '840 KB', '5.9 MB'. */
function formatFileSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
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
        <p className="flex items-center gap-1 text-xs text-success-text">
          <CircleCheck aria-hidden="true" className="size-3.5" />
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
