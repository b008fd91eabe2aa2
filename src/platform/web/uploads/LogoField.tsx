import { Building2, ImagePlus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { fileKinds, maxBytes, tooLargeMessage, wrongTypeMessage } from '#shared/file-kinds.ts'
import { errorMessage } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { detectFileType } from './file-type.ts'
import { sendFile } from './send-file.ts'
import { shrinkPhoto } from './shrink-photo.ts'

interface LogoFieldProps {
  /** What it is the logo of, as a name of the field: 'Company Logo'. */
  label: string
  /** What the picture shows, for those who do not see it. */
  alt: string
  /** `/uploads/…` or null. */
  address: string | null
  /** Stands there while there is none; a house unless told. */
  placeholder?: ReactNode
  onChange: (address: string | null) => void
}

/** A logo: uploaded at once, shown to others when the form around it is saved. */
export function LogoField({ label, alt, address, placeholder, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState('')
  const errorId = useId()

  async function take(file: File | undefined) {
    if (!file) return
    setError('')
    setSending(true)
    try {
      onChange(await upload(file))
    } catch (reason) {
      setError(
        reason instanceof Unfit ? reason.message : errorMessage(reason, 'Failed to upload logo'),
      )
    }
    setSending(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      {address ? (
        <img
          src={address}
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
            {address ? 'Change Logo' : 'Upload Logo'}
          </Button>
          {address && (
            <Button
              variant="ghost"
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => {
                setError('')
                onChange(null)
                // This button goes; who came by keyboard stays here.
                button.current?.focus()
              }}
            >
              Remove Logo
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
            void take(currentTarget.files?.[0])
            // The same file may be chosen again after a failure.
            currentTarget.value = ''
          }}
        />
      </div>
    </div>
  )
}

/** A file that need not travel to be refused. */
class Unfit extends Error {}

async function upload(file: File): Promise<string> {
  const type = await detectFileType(file)
  if (type === undefined || type === 'pdf') throw new Unfit(wrongTypeMessage('logo'))
  // A GIF may move and stays as it is.
  const ready = type === 'gif' ? file : await shrinkPhoto(file)
  if (ready.size >= maxBytes('logo')) throw new Unfit(tooLargeMessage('logo'))
  return sendFile(ready, {
    kind: 'logo',
    name: file.name,
    onProgress: () => {},
    signal: new AbortController().signal,
  })
}
