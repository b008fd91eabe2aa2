import { Building2, ImagePlus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '#platform/web/Button.tsx'
import { Card } from '#platform/web/Card.tsx'
import { sentence } from '#platform/web/call.ts'
import { typeOfFile } from '#platform/web/file-type.ts'
import { shrinkPhoto } from '#platform/web/shrink-photo.ts'
import { sendFile } from '#platform/web/upload.ts'
import { bytesOf, fileKinds, tooLargeFor, wrongTypeFor } from '#shared/file-kinds.ts'

interface LogoCardProps {
  /** `/uploads/…` or null. */
  address: string | null
  onChange: (address: string | null) => void
}

/** The company's logo: uploaded at once, shown to others when the profile is saved. */
export function LogoCard({ address, onChange }: LogoCardProps) {
  const input = useRef<HTMLInputElement>(null)
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
      setError(reason instanceof Unfit ? reason.message : sentence(reason, 'Failed to upload logo'))
    }
    setSending(false)
  }

  return (
    <Card title="Company Logo">
      <div className="flex flex-wrap items-center gap-4">
        {address ? (
          <img
            src={address}
            alt="The logo of your company"
            className="size-24 rounded-md border border-line bg-page object-contain"
          />
        ) : (
          <span className="grid size-24 place-items-center rounded-md bg-sunken text-ink-soft">
            <Building2 aria-hidden="true" className="size-9" />
          </span>
        )}
        <div className="grid min-w-0 flex-1 basis-48 justify-items-start gap-1.5">
          <div className="flex flex-wrap gap-2">
            <Button
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
                onClick={() => onChange(null)}
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
            JPG, PNG or GIF, less than {fileKinds.logo.megabytes} MB
          </p>
          <input
            ref={input}
            type="file"
            aria-label="Company Logo"
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
    </Card>
  )
}

/** A file that need not travel to be refused. */
class Unfit extends Error {}

async function upload(file: File): Promise<string> {
  const type = await typeOfFile(file)
  if (type === undefined || type === 'pdf') throw new Unfit(wrongTypeFor('logo'))
  // A GIF may move and stays as it is.
  const ready = type === 'gif' ? file : await shrinkPhoto(file)
  if (ready.size >= bytesOf('logo')) throw new Unfit(tooLargeFor('logo'))
  return sendFile(ready, {
    kind: 'logo',
    name: file.name,
    onProgress: () => {},
    signal: new AbortController().signal,
  })
}
