import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { fileKinds, maxBytes, tooLargeMessage } from '#shared/file-kinds.ts'
import { errorMessage } from '../api/call.ts'
import { Field, type FieldProps } from '../form/Field.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Spinner } from '../ui/loading/Spinner.tsx'
import { FilePicker } from './FilePicker.tsx'
import { checkFileType } from './file-type.ts'
import { sendFile } from './send-file.ts'
import { shrinkPhoto } from './shrink-photo.ts'

export interface ImageTexts {
  remove: string
  failed: string
}

const logoTexts: ImageTexts = {
  remove: 'Remove Logo',
  failed: 'Failed to upload logo',
}

interface LogoFieldProps extends FieldProps {
  /** The alternative text of the picture. */
  alt: string
  /** The name of the button that removes the picture, and the text of a failure; by default for a logo. */
  texts?: ImageTexts | undefined
  /** `/uploads/…` or null. */
  url: string | null
  onChange: (url: string | null) => void
}

const takes = `JPG, PNG or GIF, less than ${fileKinds.logo.maxMegabytes} MB`

/** Uploads a logo as soon as it is selected; the form around it saves its URL. */
export function LogoField({ alt, texts = logoTexts, url, onChange, ...field }: LogoFieldProps) {
  const container = useRef<HTMLDivElement>(null)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState('')

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
    <Field {...field} error={error || undefined}>
      {(control) => (
        <div ref={container} className="flex min-w-0 items-center gap-2">
          {url && <Picture url={url} alt={alt} isSending={isSending} />}
          <div className={url ? 'flex' : 'min-w-0 flex-1'}>
            <FilePicker
              control={control}
              shape={url ? 'replace' : 'zone'}
              isSending={isSending}
              takes={takes}
              accept="image/jpeg,image/png,image/gif"
              onFiles={([file]) => void handleFile(file)}
            />
          </div>
          {url && (
            <IconButton
              label={texts.remove}
              onClick={() => {
                setError('')
                // This button disappears, so the keyboard focus moves to the field.
                container.current?.querySelector('input')?.focus()
                onChange(null)
              }}
            >
              <X aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
    </Field>
  )
}

const Picture = ({ url, alt, isSending }: { url: string; alt: string; isSending: boolean }) => (
  <div className="flex min-w-0 flex-1 items-center gap-3">
    <img
      src={url}
      alt={alt}
      className="size-14 shrink-0 rounded-md border border-line bg-plate object-contain p-1"
    />
    <p className="min-w-0 text-xs text-ink-faint">{isSending ? <Spinner /> : takes}</p>
  </div>
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
