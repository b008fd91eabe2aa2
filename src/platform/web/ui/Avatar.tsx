import { classNames } from './class-names.ts'

/** The first letters of the first and last word of a name; 'U' for an empty name. */
export function initials(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean)
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  )
  return letters.join('').toUpperCase() || 'U'
}

/** A person's photo, or the initials of the name. */
export function Avatar({
  name,
  photoUrl,
  className,
}: {
  name: string | null | undefined
  photoUrl?: string | null | undefined
  className?: string | undefined
}) {
  const shape = classNames('size-9 shrink-0 rounded-full', className)
  if (photoUrl) return <img src={photoUrl} alt="" className={classNames(shape, 'object-cover')} />
  return (
    <span
      className={classNames(
        shape,
        'grid place-items-center bg-accent text-[min(0.875rem,16px)] font-semibold text-accent-ink',
      )}
    >
      {initials(name)}
    </span>
  )
}
