import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { Field, type FieldProps } from '../form/Field.tsx'
import { IconButton } from '../ui/Button.tsx'
import { FilePicker } from './FilePicker.tsx'
import { formatFileSize } from './file-size.ts'
import { Thumbnail } from './Thumbnail.tsx'

interface FileFieldProps extends FieldProps {
  accept: string
  /** The selected file, which its form sends. */
  file: File | undefined
  onChange: (file: File | undefined) => void
  disabled?: boolean | undefined
  className?: string | undefined
}

/** Selects or drops one file that its form sends; say in the hint which types and sizes are accepted. */
export function FileField({ accept, file, onChange, disabled, hint, ...field }: FileFieldProps) {
  const container = useRef<HTMLDivElement>(null)
  return (
    <Field {...field}>
      {(control) => (
        <div ref={container} className="flex min-w-0 items-center gap-2">
          {file && <SelectedFile file={file} />}
          <div className={file ? 'flex' : 'min-w-0 flex-1'}>
            <FilePicker
              control={control}
              shape={file ? 'replace' : 'zone'}
              takes={hint}
              accept={accept}
              disabled={disabled}
              onFiles={([selected]) => selected && onChange(selected)}
            />
          </div>
          {file && (
            <IconButton
              label={`Remove ${file.name}`}
              disabled={disabled}
              onClick={() => {
                container.current?.querySelector('input')?.focus()
                onChange(undefined)
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

function SelectedFile({ file }: { file: File }) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <Thumbnail address={usePreview(file)} className="size-11 shrink-0" />
      <div className="min-w-0">
        <p title={file.name} className="truncate text-sm font-medium">
          {file.name}
        </p>
        <p className="text-xs text-ink-faint">{formatFileSize(file.size)}</p>
      </div>
    </div>
  )
}

/** A `blob:` URL of a picture. */
function usePreview(file: File): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file.type.startsWith('image/')) return setAddress(undefined)
    const url = URL.createObjectURL(file)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return address
}
