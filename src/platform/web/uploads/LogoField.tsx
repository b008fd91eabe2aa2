import Building2 from 'lucide-react/icons/building-complex'
import ImagePlus from 'lucide-react/icons/image-plus'
import Trash2 from 'lucide-react/icons/trash'
import { type ReactNode, useId, useRef, useState } from 'react'
import { fileKinds, maxBytes, tooLargeMessage } from '#shared/file-kinds.ts'
import { errorMessage } from '../api/call.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useFileDrop } from './FilePicker.tsx'
import { checkFileType } from './file-type.ts'
import { sendFile } from './send-file.ts'
import { shrinkPhoto } from './shrink-photo.ts'

export interface ImageTexts {
  upload: string
  change: string
  remove: string
  failed: string
}

const logoTexts: ImageTexts = {
  upload: 'Upload Logo',
  change: 'Change Logo',
  remove: 'Remove Logo',
  failed: 'Failed to upload logo',
}

interface LogoFieldProps {
  /** The accessible name of the field: 'Company Logo'. */
  label: string
  /** The alternative text of the picture. */
  alt: string
  /** The texts of the buttons, and of a failure; by default for a logo. */
  texts?: ImageTexts | undefined
  /** `/uploads/…` or null. */
  url: string | null
  /** Shown while there is no logo; a building by default. */
  placeholder?: ReactNode
  onChange: (url: string | null) => void
}

/** Uploads a logo as soon as it is selected; the form around it saves its URL. */
export function LogoField({
  label,
  alt,
  texts = logoTexts,
  url,
  placeholder,
  onChange,
}: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState('')
  const errorId = useId()

  async function handleFile(file: File | undefined) {
    if (!file) return
    setError('')
    setSending(true)
    try {
      onChange(await upload(file))
    } catch (reason) {
      setError(
        reason instanceof UnsuitableFile ? reason.message : errorMessage(reason, texts.failed),
      )
    }
    setSending(false)
  }

  const { isOver, handlers } = useFileDrop(([file]) => void handleFile(file))
  return (
    <div className="grid gap-1.5">
      <div
        {...handlers}
        className={classNames(
          'flex min-h-16 flex-wrap items-center gap-x-3.5 gap-y-2 rounded-md border border-dashed',
          isOver && 'border-accent bg-accent-soft',
          !isOver && (url ? 'border-transparent' : 'border-edge'),
          !url && 'px-3.5 py-2.5',
        )}
      >
        <LogoPreview url={url} alt={alt} placeholder={placeholder} />
        <div className="grid min-w-0 flex-1 basis-40 gap-px text-sm">
          <p aria-hidden="true" className={url ? 'font-medium' : 'text-ink touch:hidden'}>
            {url ? label : 'Drop a picture here, or choose one.'}
          </p>
          <p className="text-xs text-ink-faint">
            JPG, PNG or GIF, less than {fileKinds.logo.maxMegabytes} MB
          </p>
        </div>
        <div className="flex gap-1.5">
          <Button
            ref={button}
            variant="soft"
            pending={isSending}
            icon={<ImagePlus aria-hidden="true" />}
            aria-describedby={error ? errorId : undefined}
            onClick={() => input.current?.click()}
          >
            {url ? texts.change : texts.upload}
          </Button>
          {url && (
            <IconButton
              label={texts.remove}
              onClick={() => {
                setError('')
                onChange(null)
                // This button disappears, so the keyboard focus moves to the other one.
                button.current?.focus()
              }}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          )}
        </div>
        <input
          ref={input}
          type="file"
          aria-label={label}
          tabIndex={-1}
          accept="image/jpeg,image/png,image/gif"
          className="sr-only"
          onChange={({ currentTarget }) => {
            void handleFile(currentTarget.files?.[0])
            // Lets the same file be selected again after a failure.
            currentTarget.value = ''
          }}
        />
      </div>
      {error && (
        <p id={errorId} role="alert" className="text-xs font-medium text-danger-text">
          {error}
        </p>
      )}
    </div>
  )
}

const LogoPreview = ({
  url,
  alt,
  placeholder,
}: Pick<LogoFieldProps, 'url' | 'alt' | 'placeholder'>) =>
  url ? (
    <img
      src={url}
      alt={alt}
      className="size-14 shrink-0 rounded-md border border-line bg-plate object-contain p-1"
    />
  ) : (
    <span className="shrink-0 text-ink-soft [&_svg]:size-5">
      {placeholder ?? <Building2 aria-hidden="true" />}
    </span>
  )

/** A file that is refused without sending it. */
class UnsuitableFile extends Error {}

async function upload(file: File): Promise<string> {
  const checked = await checkFileType('logo', file)
  if ('error' in checked) throw new UnsuitableFile(checked.error)
  // A GIF may be animated and is not changed.
  const prepared = checked.type === 'gif' ? file : await shrinkPhoto(file)
  if (prepared.size >= maxBytes('logo')) throw new UnsuitableFile(tooLargeMessage('logo'))
  return sendFile(prepared, {
    kind: 'logo',
    name: file.name,
    onProgress: () => {},
    signal: new AbortController().signal,
  })
}
