import { Plus } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type FileKind, fileKinds, mediaTypes } from '#shared/file-kinds.ts'
import { plural } from '#shared/sentences.ts'
import { Field, type FieldProps } from '../form/Field.tsx'
import { classNames } from '../ui/class-names.ts'
import { UploadRow } from './UploadRow.tsx'
import { addFiles, type Upload, type UploadQueue, useUploads } from './upload-queue.ts'

interface UploadFieldProps extends FieldProps {
  kind: FileKind
  uploads: UploadQueue
  /** The error when more files were selected than one form takes. */
  tooManyMessage: string
  /** How many files of the kind exist already outside `uploads`. */
  existingCount?: number | undefined
  className?: string | undefined
  onTouched?: (() => void) | undefined
  children?: ReactNode
}

/** Selects or drops files of one kind and uploads them at once; lists each with its status. */
export function UploadField({
  kind,
  uploads,
  tooManyMessage,
  existingCount = 0,
  onTouched,
  children,
  ...field
}: UploadFieldProps) {
  const list = useUploads(uploads).filter((upload) => upload.kind === kind)
  const [omittedCount, setOmittedCount] = useState(0)
  const rule = fileKinds[kind]
  const isFull = rule.maxCount > 1 && list.length + existingCount >= rule.maxCount
  const addSelected = (files: readonly File[]) => {
    if (files.length === 0) return
    setOmittedCount(addFiles(uploads, kind, files, rule.maxCount > 1 ? existingCount : 0))
    onTouched?.()
  }
  const error =
    omittedCount > 0 ? `${tooManyMessage}; ${omittedMessage(omittedCount)}` : field.error
  return (
    <Field {...field} id={`file-${kind}`} error={error}>
      {(controlProps) => (
        <>
          <FilePicker
            control={controlProps}
            kind={kind}
            hasFiles={list.length + existingCount > 0}
            isFull={isFull}
            onFiles={addSelected}
          />
          {children}
          {list.length > 0 && (
            <ul className="mt-1 grid gap-2">
              {list.map((upload) => (
                <UploadRow key={upload.id} uploads={uploads} upload={upload} />
              ))}
            </ul>
          )}
          <Announcements list={list} />
        </>
      )}
    </Field>
  )
}

const omittedMessage = (count: number) =>
  plural(count, 'one was left out', `${count} were left out`)

interface FilePickerProps {
  control: object
  kind: FileKind
  hasFiles: boolean
  isFull: boolean
  onFiles: (files: readonly File[]) => void
}

/** A native file input, stretched over a drop zone. */
function FilePicker({ control, kind, hasFiles, isFull, onFiles }: FilePickerProps) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const { maxCount } = fileKinds[kind]
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(false)
    onFiles([...event.dataTransfer.files])
  }
  const dragOver = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the input does the same
    <div
      onDragOver={dragOver}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
      className={classNames(
        'relative flex items-center justify-center gap-2.5 rounded-md border border-dashed px-3 text-sm font-medium',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus without-has:focus-within:outline-2 without-has:focus-within:outline-offset-2 without-has:focus-within:outline-focus',
        'has-aria-invalid:border-danger has-aria-invalid:ring-1 has-aria-invalid:ring-danger',
        hasFiles ? 'min-h-11' : 'min-h-14',
        isDraggedOver
          ? 'border-accent bg-accent-soft text-accent-text'
          : 'border-edge text-accent-text hover:bg-sunken',
      )}
    >
      <Plus aria-hidden="true" className="size-5 shrink-0" />
      <span aria-hidden="true">
        {pickerLabel(maxCount, hasFiles)}
        <span className="font-normal text-ink-faint touch:hidden"> or drop here</span>
      </span>
      <input
        {...control}
        type="file"
        name={kind}
        accept={acceptOf(kind)}
        multiple={maxCount > 1}
        disabled={isFull}
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

function pickerLabel(most: number, hasFiles: boolean): string {
  if (most > 1) return hasFiles ? 'Add more photos' : 'Choose photos'
  return hasFiles ? 'Choose another file' : 'Choose file'
}

function acceptOf(kind: FileKind): string {
  const extensions = { jpeg: '.jpg,.jpeg', png: '.png', gif: '.gif', pdf: '.pdf' }
  return fileKinds[kind].types.map((type) => `${mediaTypes[type]},${extensions[type]}`).join(',')
}

/** Announces each change of status to screen readers. */
function Announcements({ list }: { list: readonly Upload[] }) {
  const [message, setMessage] = useState('')
  const statuses = list
    .map(({ name, state, error }) => `${name}: ${statusText(state, error)}`)
    .join('\n')
  const announced = useRef('')
  useEffect(() => {
    const before = announced.current.split('\n')
    announced.current = statuses
    const changed = statuses
      .split('\n')
      .filter((status) => !before.includes(status) && !status.endsWith(': '))
    setMessage(changed.join('. '))
  }, [statuses])
  return (
    <span role="status" className="sr-only">
      {message}
    </span>
  )
}

function statusText(state: Upload['state'], error: string | undefined): string {
  switch (state) {
    case 'done':
      return 'uploaded'
    case 'sending':
      return 'uploading'
    case 'paused':
    case 'failed':
    case 'refused':
      return error ?? 'not uploaded'
    default:
      return ''
  }
}
