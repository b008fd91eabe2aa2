import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { type ComponentProps, type DragEvent, type ReactNode, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Spinner } from '../ui/loading/Spinner.tsx'

/**
 * - zone: the dashed area of a field without a file, which names the accepted files.
 * - tile: a dashed area beside the pictures of a field, which adds another one.
 * - replace: a soft button beside the file of a field.
 */
type PickerShape = 'zone' | 'tile' | 'replace'

/** Handlers for an area that accepts dropped files; `isOver` is true while files are dragged over it. */
function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}

const shapes: Record<PickerShape, string> = {
  zone: 'flex min-h-16 items-center gap-3 rounded-md border border-dashed px-3.5 py-2.5 text-sm',
  tile: 'grid aspect-3/2 place-items-center rounded-md border border-dashed',
  replace:
    'inline-flex min-h-8 shrink-0 items-center rounded-md border px-3 py-1 text-sm font-medium touch:min-h-11',
}

/** The native input of a file field, stretched over an area that also accepts dropped files. */
export function FilePicker({
  control: { id, 'aria-describedby': describedBy, ...control },
  shape,
  takes,
  accept,
  name,
  multiple = false,
  disabled = false,
  isSending = false,
  onFiles,
}: {
  /** From the `Field` around it. */
  control: Pick<ComponentProps<'input'>, 'aria-describedby' | 'aria-invalid'> & { id: string }
  shape: PickerShape
  /** The accepted types and sizes, shown in the zone: 'PDF, JPG or PNG, up to 10 MB'. */
  takes?: ReactNode
  accept: string
  name?: string | undefined
  multiple?: boolean | undefined
  disabled?: boolean | undefined
  /** Whether the zone shows that a file is being sent. */
  isSending?: boolean
  onFiles: (files: readonly File[]) => void
}) {
  const { isOver, handlers } = useFileDrop(onFiles)
  const takesId = `${id}-takes`
  const hasTakes = shape === 'zone' && Boolean(takes)
  return (
    <div
      {...handlers}
      className={classNames(
        'relative',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus without-has:focus-within:outline-2 without-has:focus-within:outline-offset-2 without-has:focus-within:outline-focus',
        shapes[shape],
        disabled && 'opacity-60',
        shape !== 'replace' && 'has-aria-invalid:border-danger-dot',
        isOver
          ? 'border-accent bg-accent-soft text-accent-text'
          : shape === 'replace'
            ? 'border-transparent bg-neutral-soft text-ink hover:border-line hover:bg-sunken'
            : 'border-edge text-ink-soft hover:bg-hover',
      )}
    >
      {shape === 'zone' && (
        <>
          {isSending ? <Spinner /> : <Upload aria-hidden="true" className="size-5 shrink-0" />}
          <div className="grid min-w-0 gap-px">
            <p aria-hidden="true" className="text-ink">
              <span className="touch:hidden">Drop here or </span>
              <span className="font-medium text-accent-text underline decoration-1 underline-offset-3 touch:first-letter:uppercase touch:inline-block">
                {multiple ? 'choose files' : 'choose a file'}
              </span>
            </p>
            {hasTakes && (
              <p id={takesId} className="text-xs text-ink-faint">
                {takes}
              </p>
            )}
          </div>
        </>
      )}
      {shape === 'tile' && <Plus aria-hidden="true" className="size-5" />}
      {shape === 'replace' && <span aria-hidden="true">Replace</span>}
      <input
        {...control}
        id={id}
        aria-describedby={classNames(describedBy, hasTakes && takesId) || undefined}
        type="file"
        name={name}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // Lets the same file be selected again after it was removed.
          event.currentTarget.value = ''
        }}
        className="absolute inset-0 size-full cursor-pointer text-[0px] opacity-0 disabled:cursor-not-allowed"
      />
    </div>
  )
}
