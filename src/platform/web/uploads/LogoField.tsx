import { Building2, ImagePlus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { fileKinds, maxBytes, tooLargeMessage } from '#shared/file-kinds.ts'
import { errorMessage } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
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
  /** The texts of the buttons, and of a failure; of a logo by default. */
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

  return (
    <div className="flex flex-wrap items-center gap-4">
      {url ? (
        <img
          src={url}
          alt={alt}
          className="size-24 rounded-md border border-line bg-plate object-contain p-1"
        />
      ) : (
        <span className="grid size-24 place-items-center rounded-md bg-sunken text-ink-soft">
          {placeholder ?? <Building2 aria-hidden="true" className="size-9" />}
        </span>
      )}
      <div className="grid min-w-0 flex-1 basis-48 justify-items-start gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Button
            ref={button}
            pending={isSending}
            icon={<ImagePlus aria-hidden="true" />}
            aria-describedby={error ? errorId : undefined}
            onClick={() => input.current?.click()}
          >
            {url ? texts.change : texts.upload}
          </Button>
          {url && (
            <Button
              variant="ghost"
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => {
                setError('')
                onChange(null)
                // This button disappears, so the keyboard focus moves to the other one.
                button.current?.focus()
              }}
            >
              {texts.remove}
            </Button>
          )}
        </div>
        {error && (
          <p id={errorId} role="alert" className="text-sm font-medium text-danger-text">
            {error}
          </p>
        )}
        <p className="text-xs text-ink-faint">
          JPG, PNG or GIF, less than {fileKinds.logo.maxMegabytes} MB
        </p>
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
    </div>
  )
}

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
