import { Plus } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type FileKind, fileKinds, mediaTypes } from '#shared/file-kinds.ts'
import { Field, type FieldProps } from '../form/Field.tsx'
import { classNames } from '../ui/class-names.ts'
import { UploadRow } from './UploadRow.tsx'
import type { Upload, UploadQueue } from './upload-list.ts'
import { addFiles } from './uploads.ts'
import { useUploads } from './use-uploads.ts'

interface UploadFieldProps extends FieldProps {
  kind: FileKind
  uploads: UploadQueue
  /** What to say when more were chosen than one form takes. */
  tooMany: string
  /** How many of the kind are there already, apart from `uploads`. */
  present?: number | undefined
  className?: string | undefined
  onTouched?: (() => void) | undefined
  children?: ReactNode
}

/** Files of one kind: chosen or dropped, sent at once, each with its progress and its fate. */
export function UploadField({
  kind,
  uploads,
  tooMany,
  present = 0,
  onTouched,
  children,
  ...words
}: UploadFieldProps) {
  const list = useUploads(uploads).filter((upload) => upload.kind === kind)
  const [leftOut, setLeftOut] = useState(0)
  const rule = fileKinds[kind]
  const isFull = rule.maxCount > 1 && list.length + present >= rule.maxCount
  const choose = (files: readonly File[]) => {
    if (files.length === 0) return
    setLeftOut(addFiles(uploads, kind, files, rule.maxCount > 1 ? present : 0))
    onTouched?.()
  }
  const error = leftOut > 0 ? `${tooMany}; ${leftOutWords(leftOut)}` : words.error
  return (
    <Field {...words} id={`file-${kind}`} error={error}>
      {(tied) => (
        <>
          <Chooser
            control={tied}
            kind={kind}
            hasSome={list.length + present > 0}
            isFull={isFull}
            onFiles={choose}
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

const leftOutWords = (count: number) =>
  count === 1 ? 'one was left out' : `${count} were left out`

interface ChooserProps {
  control: object
  kind: FileKind
  hasSome: boolean
  isFull: boolean
  onFiles: (files: readonly File[]) => void
}

/** The browser's own file input, spread over the place where files are dropped. */
function Chooser({ control, kind, hasSome, isFull, onFiles }: ChooserProps) {
  const [isOver, setOver] = useState(false)
  const { maxCount } = fileKinds[kind]
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut, the input does the same
    <div
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'relative flex items-center justify-center gap-2.5 rounded-md border border-dashed px-3 text-sm font-medium',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        'has-aria-invalid:border-danger has-aria-invalid:ring-1 has-aria-invalid:ring-danger',
        hasSome ? 'min-h-11' : 'min-h-14',
        isOver
          ? 'border-accent bg-accent-soft text-accent-text'
          : 'border-edge text-accent-text hover:bg-sunken',
      )}
    >
      <Plus aria-hidden="true" className="size-5 shrink-0" />
      <span aria-hidden="true">
        {chooserWords(maxCount, hasSome)}
        <span className="font-normal text-ink-faint pointer-coarse:hidden"> or drop here</span>
      </span>
      <input
        {...control}
        type="file"
        name={kind}
        accept={acceptedBy(kind)}
        multiple={maxCount > 1}
        disabled={isFull}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // The same file may be chosen again after it has been removed.
          event.currentTarget.value = ''
        }}
        className="absolute inset-0 size-full cursor-pointer text-[0px] opacity-0 disabled:cursor-not-allowed"
      />
    </div>
  )
}

function chooserWords(most: number, hasSome: boolean): string {
  if (most > 1) return hasSome ? 'Add more photos' : 'Choose photos'
  return hasSome ? 'Choose another file' : 'Choose file'
}

function acceptedBy(kind: FileKind): string {
  const endings = { jpeg: '.jpg,.jpeg', png: '.png', gif: '.gif', pdf: '.pdf' }
  return fileKinds[kind].types.map((type) => `${mediaTypes[type]},${endings[type]}`).join(',')
}

/** Says what became of each file to people who do not see the list, once and politely. */
function Announcements({ list }: { list: readonly Upload[] }) {
  const [words, setWords] = useState('')
  const fates = list.map(({ name, state, error: problem }) => `${name}: ${fateOf(state, problem)}`)
  const key = fates.join('\n')
  const said = useRef('')
  useEffect(() => {
    const before = said.current.split('\n')
    said.current = key
    const news = key.split('\n').filter((fate) => !before.includes(fate) && !fate.endsWith(': '))
    setWords(news.join('. '))
  }, [key])
  return (
    <span role="status" className="sr-only">
      {words}
    </span>
  )
}

function fateOf(state: Upload['state'], problem: string | undefined): string {
  switch (state) {
    case 'done':
      return 'uploaded'
    case 'sending':
      return 'uploading'
    case 'paused':
    case 'failed':
    case 'refused':
      return problem ?? 'not uploaded'
    default:
      return ''
  }
}
